extern void reach_error(void);
int main(void) {
  if (sizeof(2147483648) != 8) reach_error();
  if (4294967295u + 1u != 0) reach_error();
  if (2147483647 + 1l != 2147483648) reach_error();
  if (-1 > 0u) return 0;
  reach_error();
}
