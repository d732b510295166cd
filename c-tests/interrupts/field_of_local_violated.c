extern void reach_error(void);
struct pair { int a, b; };
static struct pair *shared;
void tick(void) {
  if (shared) shared->b = 1;
}
int main(void) {
  struct pair pair = {0, 0};
  shared = &pair;
  int before = pair.b;
  if (pair.b != before) reach_error();
  shared = 0;
  return 0;
}
