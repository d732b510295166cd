extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* Neighbours in one word do not disturb each other. */
struct control { unsigned enable : 1, mode : 3, divider : 10, : 2, channel : 5; };
static struct control shadow;
int main(void) {
  unsigned mode = __VERIFIER_nondet_uint(), divider = __VERIFIER_nondet_uint();
  if (mode > 7 || divider > 1023) return 0;
  shadow.enable = 1;
  shadow.channel = 17;
  shadow.mode = mode & 7;
  shadow.divider = divider & 1023;
  if (!shadow.enable || shadow.channel != 17) reach_error();
  if (shadow.mode != mode || shadow.divider != divider) reach_error();
  return 0;
}
