extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Finds each element, and nothing else. */
static const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
static int find(int wanted) {
  int low = 0, high = 8;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (primes[middle] == wanted) return middle;
    if (primes[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}
int main(void) {
  int wanted = __VERIFIER_nondet_int();
  int at = find(wanted), there = 0;
  for (int i = 0; i < 8; i++) there |= primes[i] == wanted;
  if (there != (at >= 0)) reach_error();
  if (at >= 0 && primes[at] != wanted) reach_error();
  return 0;
}
