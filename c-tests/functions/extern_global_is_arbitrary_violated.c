extern void reach_error(void);
extern int configured;
int main(void) {
  if (configured == 12) reach_error();
  return 0;
}
