extern void reach_error(void);
_Atomic int i = 1;
int main(void) {
  i += -6.0;
  if (i != -5) reach_error();
  return 0;
}
