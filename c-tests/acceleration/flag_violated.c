extern void reach_error(void);
/* The loop asks for a flag that it computes anew in each round. */
int main(void) {
  _Bool again = 1;
  unsigned x = 0;
  while (again) {
    x += 5;
    again = x < 2000000000u;
  }
  if (x == 2000000000u) reach_error();
  return 0;
}
