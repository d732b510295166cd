/* It is called by the address that is given. */
extern void reach_error(void);
extern void run(void (*task)(void));

void give_up(void) { reach_error(); }

int main(void) {
  run(give_up);
  return 0;
}
