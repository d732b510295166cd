extern void reach_error(void);
/* In float the sum happens to be the nearest number. */
int main(void) {
  volatile float a = 0.1f, b = 0.2f;
  float x = 0.0f;
  x = 0.1f + 0.2f;
  if (x != 0.3f) reach_error();
  return 0;
}
