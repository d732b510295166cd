extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The tag is forgotten when the other member is written. */
struct value { enum { NUMBER, PAIR } tag; union { unsigned number; unsigned char pair[4]; } as; };
int main(void) {
  struct value v = {NUMBER, {.number = 0}};
  if (__VERIFIER_nondet_uchar() & 1) v.as.pair[1] = 1;
  if (v.tag == NUMBER && v.as.number > 255) reach_error();
  return 0;
}
