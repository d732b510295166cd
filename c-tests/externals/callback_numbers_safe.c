/* A channel has eight bits. */
extern void reach_error(void);
extern void sensor_start(void (*handler)(double celsius, unsigned char channel));

static void measured(double celsius, unsigned char channel) {
  if (channel > 255) reach_error();
}

int main(void) {
  sensor_start(measured);
  return 0;
}
