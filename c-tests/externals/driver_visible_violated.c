/* The table is visible: whoever is linked with it may call the function in it. */
extern void reach_error(void);
extern void devices_probe(void);

static int probe(int number) {
  if (number == 5) reach_error();
  return 0;
}

struct {
  int (*probe)(int);
} operations = { probe };

int main(void) {
  devices_probe();
  return operations.probe(1);
}
