// A structure of which little is set is copied, and read byte by byte.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct parts {
  char first;
  int *place;
  unsigned low : 3;
  unsigned high : 13;
};
int main(void) {
  struct parts one, other;
  int n = __VERIFIER_nondet_int();
  unsigned char *bytes = (unsigned char *)&one;
  bytes[8] = 3;
  bytes[9] = 4;
  if (n == 3) one.low = 2;
  other = one;
  unsigned both = other.low + 8u * other.high;
  if (n == 3 && both == 74 && ((unsigned char *)&other.place)[1] == 4
      && ((unsigned char *)&other)[3] == 9) {
    reach_error();
  }
  return 0;
}
