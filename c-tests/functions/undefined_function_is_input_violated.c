extern void reach_error(void);
extern short read_temperature(void);
int main(void) {
  if (read_temperature() == -40) reach_error();
  return 0;
}
