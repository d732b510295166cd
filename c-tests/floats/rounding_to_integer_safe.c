extern void reach_error(void);
extern long lrint(double);
extern long lround(double);
/* Ties to even, ties away. */
int main(void) {
  if (lrint(2.5) != 2 || lround(2.5) != 3 || lrint(-3.5) != -4) reach_error();
  return 0;
}
