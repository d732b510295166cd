/* A measured number may be none. */
extern void reach_error(void);
extern void sensor_start(void (*handler)(double celsius, unsigned char channel));

static void measured(double celsius, unsigned char channel) {
  if (celsius != celsius) reach_error();
}

int main(void) {
  sensor_start(measured);
  return 0;
}
