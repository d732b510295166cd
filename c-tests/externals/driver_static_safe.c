/* The table is static, and its address stays within. */
extern void reach_error(void);
extern void devices_probe(void);

static int probe(int number) {
  if (number == 5) reach_error();
  return 0;
}

static struct {
  int (*probe)(int);
} operations = { probe };

int main(void) {
  devices_probe();
  return operations.probe(1);
}
