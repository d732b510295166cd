#include <netinet/in.h>
#include <sys/socket.h>
/* The address of who calls may be larger than the place for it. */
int main(void) {
  struct sockaddr_in peer[1];
  socklen_t size = sizeof(struct sockaddr_in6);
  int door = socket(AF_INET6, SOCK_STREAM, 0);
  return accept(door, (struct sockaddr *)peer, &size);
}
