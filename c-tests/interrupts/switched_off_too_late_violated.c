extern void reach_error(void);
extern void irq_disable(void);
extern void irq_enable(void);
static int low, high;
void change(void) {
  low++;
  high++;
}
int main(void) {
  int a = low;
  irq_disable();
  int b = high;
  irq_enable();
  if (a != b) reach_error();
  return 0;
}
