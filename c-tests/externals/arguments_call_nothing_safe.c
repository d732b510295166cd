/* With this policy nothing is called back. */
extern void reach_error(void);
extern void watch(void (*handler)(void));

static int armed;

static void alarm_rings(void) {
  if (armed) reach_error();
}

int main(void) {
  watch(alarm_rings);
  armed = 1;
  watch(0);
  return 0;
}
