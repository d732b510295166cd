/* A member of a union that is a pointer says nothing of the others. */
struct value { int tag; union { const char *text; int number; } u; };
int next(const struct value *v) {
  if (!v || v->tag) return 0;
  return v->u.number + 1; /* !! */
}
