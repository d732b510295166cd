struct S { long a[5]; };
static char bytes[64] __attribute__((aligned(8)));
static long first(struct S s) { return s.a[0]; }
int main(void) {
  struct S *p = (struct S *)(bytes + 1);
  return first(*p); /* !! */
}
