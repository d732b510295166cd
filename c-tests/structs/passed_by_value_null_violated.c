/* What is passed by value is read, whether anybody looks at it or not. */
struct S { long a[5]; };
static int ignore(struct S s) { (void)s; return 1; }
int main(void) {
  struct S *p = 0;
  return ignore(*p); /* !! */
}
