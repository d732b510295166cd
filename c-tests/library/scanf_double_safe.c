#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n = 3, guard = 7;
  double weight;
  float length;
  int read = scanf("%d %lf %f", &n, &weight, &length);
  if (read > 3 || read < -1 || guard != 7) reach_error();
  if (read < 1 && n != 3) reach_error();
  return 0;
}
