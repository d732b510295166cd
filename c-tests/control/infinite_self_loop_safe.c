extern void reach_error(void);
int main(void) {
  for (;;);
  reach_error();
}
