extern void reach_error(void);
typedef int vector __attribute__((vector_size(16)));
/* Sums of elements wrap around; they are no overflow of C. */
int main(void) {
  vector most = {0x7fffffff, 0, 0x7fffffff, 1};
  most += 1;
  if (most[0] >= 0 || most[1] != 1 || most[2] != most[0]) reach_error();
  return 0;
}
