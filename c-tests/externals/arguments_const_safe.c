/* The function only reads the buffer, as its declaration says. */
extern void reach_error(void);
extern void device_read(const unsigned char *buffer, int size);

int main(void) {
  unsigned char buffer[4] = { 0 };
  device_read(buffer, 4);
  if (buffer[3] != 0) reach_error();
  return 0;
}
