/* Where a pointer leads to that may be a number is not known. */
struct value { int tag; union { const char *text; int number; } u; };
char first(const struct value *v) {
  if (!v || !v->tag || !v->u.text) return 0;
  return *v->u.text; /* !! */
}
