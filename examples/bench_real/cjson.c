// cJSON reads and frees any text of up to 4 characters.
#include <cJSON.h>

extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 4 };

int main(void) {
  char text[LENGTH];
  for (int i = 0; i < LENGTH; i++) text[i] = __VERIFIER_nondet_char();
  cJSON *item = cJSON_ParseWithLength(text, LENGTH);
  cJSON_Delete(item);
  return 0;
}
