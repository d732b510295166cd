// Input in a field of three characters.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int n = 0, results;
  char word[4];
  results = scanf("%3d %3s", &n, word);
  if (results < -1 || results > 2) reach_error();
  if (n < -99 || n > 999) reach_error();
  return 0;
}
