// Functions of a driver that are defined elsewhere get pointers and return status codes. After a
// failure the device is not closed, whatever they do.
extern int device_read(int *port, char *buffer, int size);
extern void device_log(const char *what);
extern char *device_name(void);
extern void reach_error(void);

int opened;

int main(void) {
  int port = 1;
  char buffer[4] = {0, 0, 0, 0};
  for (int round = 0; round < 3; round++) {
    if (opened != 0) reach_error();
    opened = 1;
    if (device_read(&port, buffer, 4) < 0) {
      device_log("failed");
      continue;
    }
    device_name();
    if (port != 1 || buffer[2] != 0) reach_error();
    opened = 0;
  }
  return 0;
}
