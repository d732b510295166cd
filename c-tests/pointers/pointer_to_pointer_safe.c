extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* A cursor that is moved by a callee. */
static int next(const unsigned char **at, const unsigned char *end) {
  if (*at == end) return -1;
  return *(*at)++;
}
int main(void) {
  static const unsigned char bytes[4] = {1, 2, 3, 4};
  const unsigned char *at = bytes;
  int sum = 0, b;
  while ((b = next(&at, bytes + 4)) >= 0 && __VERIFIER_nondet_bool()) sum += b;
  if (sum > 10 || (sum == 10 && at != bytes + 4)) reach_error();
  return 0;
}
