extern void reach_error(void);
int count;
void bump(void);
int main(void) {
  if (count != 0) reach_error();
  bump();
  if (count != 1) reach_error();
  return 0;
}
