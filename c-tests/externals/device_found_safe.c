// What another file returns is null or a device of its own, whose links lead on likewise.
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
  if (device->next) device->next->state = 2;
  return device->state;
}
