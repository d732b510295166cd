#include <stdlib.h>
extern void reach_error(void);
int rolls;
static int roll(void) {
  rolls++;
  return 1 + rand() % 6;
}
int main(void) {
  srand(7);
  int sum = roll() + roll();
  if (sum < 2 || sum > 12 || rolls != 2 || random() < 0) reach_error();
  return 0;
}
