/* A function of threads.h may do more than change what it was given. */
extern void reach_error(void);
extern void keep(int *place);
extern int thrd_sleep_ms(int ms);

int main(void) {
  int x;
  keep(&x);
  x = 0;
  thrd_sleep_ms(3);
  if (x) reach_error();
  return 0;
}
