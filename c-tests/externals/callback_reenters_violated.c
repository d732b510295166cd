/* While the handler calls the server it may be called again. */
extern void reach_error(void);
extern void serve(void (*handler)(void));
extern void log_event(void);

static int depth;

static void handle(void) {
  depth++;
  if (depth > 1) reach_error();
  log_event();
  depth--;
}

int main(void) {
  serve(handle);
  return 0;
}
