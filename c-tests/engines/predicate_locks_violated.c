/* The last lock is taken without the first, six commands deep. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int held0 = 0, held1 = 0, held2 = 0, held3 = 0;
  while (__VERIFIER_nondet_int()) {
    int command = __VERIFIER_nondet_int();
    if (command == 0 && !held0) held0 = 1;
    else if (command == 1 && held0 == 1) held1 = 1;
    else if (command == 2 && held1 == 1) held2 = 1;
    else if (command == 3 && held2 == 1) held3 = 1;
    else if (command == 4 && held3 == 1) held0 = 0;
    if (held3 && !held0) reach_error();
  }
  return 0;
}
