/* The lower half of an address, extended again, need not be the address. */
extern void reach_error(void);

int main(void) {
  int v = 1;
  int half = (int)(long)&v;
  int *again = (int *)(long)half;
  if (again != &v) reach_error();
  return v;
}
