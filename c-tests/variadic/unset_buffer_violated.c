// The buffer for further arguments is made up byte by byte, and written as a whole in a loop that
// has no round.
extern void reach_error(void);
static int note(const char *format, ...) { return format[0]; }
static int rounds, kept, again, place;
static void count(void) {
  for (; rounds; rounds--) note("r", kept);
}
int main(void) {
  int unset[2];
start:
  count();
  {
    int numbers[3] = {8, 2, 4};
    if (again) {
      while (1) {
        if (numbers[place]) unset[0] = 3;
        if (kept) goto start;
      }
    }
  }
  if (unset[1] == 7) reach_error();
  return 0;
}
