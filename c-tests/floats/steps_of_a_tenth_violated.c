extern void reach_error(void);
/* Ten tenths are not 1. */
int main(void) {
  float x = 0.0f;
  int n = 0;
  while (x < 1.0f && n < 20) {
    x += 0.1f;
    n++;
  }
  if (x != 1.0f) reach_error();
  return 0;
}
