typedef int vector __attribute__((vector_size(16)));
/* One of four divisors is zero; the quotient is not used. */
int main(void) {
  vector a = {1, 2, 3, 4};
  vector b = {1, 1, 1, 0};
  vector unused = a / b;
  return 0;
}
