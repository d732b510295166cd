extern unsigned __VERIFIER_nondet_uint(void);
/* The tag is forgotten, and leads behind the object. */
int main(void) {
  _Alignas(8) char buffer[8] = {0};
  unsigned tag = __VERIFIER_nondet_uint() & 3u;
  unsigned long word = (unsigned long)buffer | tag;
  char *place = (char *)(word + 5);
  *place = 1;
  return 0;
}
