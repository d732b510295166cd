/* The function may fill the buffer. */
extern void reach_error(void);
extern void device_read(unsigned char *buffer, int size);

int main(void) {
  unsigned char buffer[4] = { 0 };
  device_read(buffer, 4);
  if (buffer[3] != 0) reach_error();
  return 0;
}
