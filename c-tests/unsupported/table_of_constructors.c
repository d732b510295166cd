/* The loader runs what this section lists. */
static int x;
static void init(void) { x = 5; }
__attribute__((used, section(".init_array"))) static void (*const entry)(void) = init;
extern void reach_error(void);
int main(void) {
  if (x) reach_error();
  return 0;
}
