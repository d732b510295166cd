/* An address is handed to a driver as a number that is wider. */
extern void reach_error(void);
extern void set_buffer(unsigned __int128 address);
extern void tick(void);

int main(void) {
  int buffer;
  set_buffer((unsigned long)&buffer);
  buffer = 0;
  tick();
  if (buffer) reach_error();
  return 0;
}
