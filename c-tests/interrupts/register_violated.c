extern void reach_error(void);
#define STATUS (*(volatile unsigned *)0x40001000)
static volatile unsigned flags;
void done(void) { flags |= 1; }
/* A register of a device gives any value, whatever handlers do. */
int main(void) {
  if (flags & 2) reach_error();
  if (STATUS == 3 && STATUS == 4) reach_error();
  return 0;
}
