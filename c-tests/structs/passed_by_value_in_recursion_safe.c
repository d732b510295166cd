struct S { long value; struct S *next; long rest; };
static long sum(struct S s) { return s.next ? s.value + sum(*s.next) : s.value; }
int main(void) {
  struct S a = {1, 0, 0}, b = {2, &a, 0}, c = {3, &b, 0};
  return sum(c) != 6;
}
