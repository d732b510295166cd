/* The key is forgotten one step too early. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int state = 0, unlocked = 0, key = __VERIFIER_nondet_int();
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (state == 0 && event == key) { unlocked = 1; state = 1; }
    else if (state == 1 && event == 1) state = 2;
    else if (state == 1 && event == 2) unlocked = 0;
    else if (state == 2 && event == 0) { unlocked = 0; state = 0; }
    else if (event == -1) break;
    if (state == 2 && !unlocked) reach_error();
  }
  return 0;
}
