/* What holds of the two numbers depends on the state: once it is 1, a > b. Mining looks for
   what holds wherever the loop's head is reached; over bits a > b takes a clause for each of
   very many cases. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  unsigned int a = 0, b = 0, state = 0;
  while (__VERIFIER_nondet_bool()) {
    switch (state) {
      case 0:
        a = __VERIFIER_nondet_uint();
        b = __VERIFIER_nondet_uint();
        if (a > b) state = 1;
        break;
      case 1:
        if (a <= b) reach_error();
        if (__VERIFIER_nondet_bool()) state = 0;
        break;
    }
  }
  return 0;
}
