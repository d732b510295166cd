/* A parameter that leads to another address space. */
int read(int __attribute__((address_space(7))) *device, int fallback) {
  return device ? 1 : fallback;
}
