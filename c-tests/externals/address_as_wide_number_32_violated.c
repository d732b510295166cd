/* With addresses of 32 bits a driver takes them as numbers of 64. */
extern void reach_error(void);
extern void set_buffer(unsigned long long address);
extern void tick(void);

int main(void) {
  int buffer;
  set_buffer((unsigned long)&buffer);
  buffer = 0;
  tick();
  if (buffer) reach_error();
  return 0;
}
