/* How deep callbacks are within one another nobody knows. */
extern void reach_error(void);
extern void serve(void (*handler)(void));
extern void log_event(void);

static unsigned char steps;
static int runs;

static void handle(void) {
  steps++;
  if (runs != 0) reach_error();
  log_event();
}

int main(void) {
  int calls = 0;
  serve(handle);
  if (calls != 0) reach_error();
  return 0;
}
