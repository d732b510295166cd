#include <stdlib.h>
typedef int vector __attribute__((vector_size(16)));
/* The last vector lies half behind the object. */
int main(void) {
  int *room = malloc(6 * sizeof(int));
  if (!room) return 0;
  for (int i = 0; i < 6; i++) room[i] = i;
  vector *v = (vector *)room;
  vector sum = v[0] + v[1];
  free(room);
  return sum[0];
}
