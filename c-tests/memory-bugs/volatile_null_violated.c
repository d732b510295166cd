/* What a volatile read gives is arbitrary, but its place must be valid all the same. */
int main(void) {
  volatile int *status = 0;
  return *status;
}
