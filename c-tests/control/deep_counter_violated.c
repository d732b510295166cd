extern void reach_error(void);
int main(void) {
  unsigned short n = 0;
  while (n < 300) n++;
  if (n == 300) reach_error();
  return 0;
}
