// Nobody says that the device has a next one.
struct device {
  int id;
  struct device *next;
  int state;
};
extern struct device *find(int id);

int main(void) {
  struct device *device = find(3);
  if (!device) return 0;
  device->state = 1;
  device->next->state = 2;
  return device->state;
}
