/* The loop never ends, since an unsigned number is never negative. */
int main(void) {
  for (unsigned i = 3; i >= 0;
       i--) {
  }
  return 0;
}
