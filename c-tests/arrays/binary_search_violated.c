extern int __VERIFIER_nondet_int(void);
/* An inclusive upper end that starts behind the last element. */
static const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
int main(void) {
  int wanted = __VERIFIER_nondet_int();
  int low = 0, high = 8;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (primes[middle] == wanted) return middle;
    if (primes[middle] < wanted)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
