/* The lower half of an address, extended again, may be the address: in a program that is loaded
   low, as this one was not. */
extern void reach_error(void);

int main(void) {
  int v = 1;
  int half = (int)(long)&v;
  int *again = (int *)(long)half;
  if (again == &v) reach_error();
  return v;
}
