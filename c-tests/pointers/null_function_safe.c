extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
struct command { int number; int (*run)(void); };
static const struct command commands[] = {{1, one}, {2, 0}};
int main(void) {
  for (int i = 0; i < 2; i++)
    if (commands[i].number == __VERIFIER_nondet_int() && commands[i].run) return commands[i].run();
  return 0;
}
