/* The same of a structure that is passed in registers. */
extern void reach_error(void);
struct value { int tag; union { char *text; long number; } u; };
void take(struct value v) {
  if (v.tag == 0 && v.u.number == 5) reach_error(); /* !! */
}
