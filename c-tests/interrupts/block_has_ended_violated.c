static int *shared;

void handler(void) {
  if (shared) *shared = 1;
}

int main(void) {
  {
    int local = 0;
    shared = &local;
  }
  while (1) {}
}
