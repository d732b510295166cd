extern void reach_error(void);
volatile int sensor;
int main(void) {
  int a = sensor;
  int b = sensor;
  if (a != b) reach_error();
  return 0;
}
