/* A function without arguments may change every global variable, by way of functions of
   the program also static ones. */
extern void reach_error(void);
extern void step(void);
static int mode = 1;
int seen;

void set_mode(int new) { mode = new; }

int main(void) {
  step();
  if (mode != 1) reach_error();
  return 0;
}
