extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* A tag that is not known beforehand, in the low bits of one of two addresses. */
struct cell { _Alignas(8) int value; };
int main(void) {
  struct cell cells[2] = {{1}, {2}};
  unsigned which = __VERIFIER_nondet_uint() & 1u, tag = __VERIFIER_nondet_uint() & 7u;
  unsigned long word = (unsigned long)&cells[which] | tag;
  struct cell *cell = (struct cell *)(word & ~7ul);
  if ((word & 7u) != tag || cell->value != (int)which + 1) reach_error();
  cell = (struct cell *)(word - tag);
  cell->value = 5;
  if (cells[which].value != 5 || cells[1 - which].value == 5) reach_error();
  return 0;
}
