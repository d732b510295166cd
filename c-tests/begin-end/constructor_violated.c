#include <stdlib.h>
static int *counter;
__attribute__((constructor)) static void make(void) {
  counter = malloc(sizeof *counter);
}
/* Nobody gives it a value. */
int main(void) {
  int fine = *counter == 3;
  free(counter);
  *counter = 1;
  return fine;
}
