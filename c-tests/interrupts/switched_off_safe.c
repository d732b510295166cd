extern void reach_error(void);
static int low, high;
static void disable(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static void enable(void) { __asm__ volatile("cpsie i" ::: "memory"); }
void change(void) {
  low++;
  high++;
}
/* What belongs together is read together. */
int main(void) {
  disable();
  int a = low, b = high;
  enable();
  if (a != b) reach_error();
  return 0;
}
