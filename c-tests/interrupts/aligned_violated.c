extern void reach_error(void);
static int counted;
void tick(void) {
  counted = 1;
}
int main(void) {
  int *aligned = __builtin_align_down(&counted, 4);
  int before = *aligned;
  if (*aligned != before) reach_error();
  return 0;
}
