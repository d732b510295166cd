extern unsigned char __VERIFIER_nondet_uchar(void);
/* The entry that was not found is used. */
struct command { unsigned char code, arguments; };
static const struct command table[] = {{0x10, 0}, {0x21, 2}, {0x22, 1}, {0x40, 4}};
static const struct command *find(unsigned char code) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].code == code) return &table[i];
  return 0;
}
int main(void) {
  const struct command *c = find(__VERIFIER_nondet_uchar());
  return c->arguments;
}
