extern void reach_error(void);
/* -1 is converted before it is compared: and -1 is the largest unsigned number. */
int main(void) {
  unsigned int plus_one = 1;
  int minus_one = -1;
  if (plus_one > minus_one) reach_error();
  return 0;
}
