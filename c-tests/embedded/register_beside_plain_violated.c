/* That volatile variables are plain says nothing of a device's registers. */
extern void reach_error(void);
#define STATUS (*(volatile unsigned *)0x40000000)
int main(void) {
  while (!(STATUS & 1)) {}
  if (!(STATUS & 1)) reach_error(); /* !! */
  return 0;
}
