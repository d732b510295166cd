extern void reach_error(void);
extern int shared;
void tick(void);
int main(void) {
  for (int i = 0; i < 5; i++) tick();
  if (shared == 12) reach_error();
  return 0;
}
