extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A table of commands is searched; a missing key gives no entry. */
struct command { unsigned char code, arguments; };
static const struct command table[] = {{0x10, 0}, {0x21, 2}, {0x22, 1}, {0x40, 4}};
static const struct command *find(unsigned char code) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].code == code) return &table[i];
  return 0;
}
int main(void) {
  unsigned char code = __VERIFIER_nondet_uchar();
  const struct command *c = find(code);
  if (c && (c->code != code || c->arguments > 4)) reach_error();
  if (!c && code == 0x40) reach_error();
  return 0;
}
