extern void reach_error(void);
extern double floor(double);
/* Floor rounds down. */
int main(void) {
  if ((int)floor(-0.5) != 0) reach_error();
  return 0;
}
