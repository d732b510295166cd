#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
extern void reach_error(void);
/* However much comes, it is within the buffer; a failure has a reason. */
int main(void) {
  unsigned char packet[4] = {1, 2, 3, 4};
  struct sockaddr_in here, peer;
  socklen_t size = sizeof peer;
  int door = socket(AF_INET, SOCK_STREAM, 0), guest;
  if (door < 0) {
    if (errno == 0) reach_error();
    return 1;
  }
  memset(&here, 0, sizeof here);
  if (bind(door, (struct sockaddr *)&here, sizeof here) != 0 || listen(door, 5) != 0) return 1;
  guest = accept(door, (struct sockaddr *)&peer, &size);
  if (guest < -1) reach_error();
  ssize_t n = recv(guest, packet, 3, 0);
  if (n > 3 || n < -1 || packet[3] != 4) reach_error();
  if (n == 0 && packet[0] != 1) reach_error();
  if (n > 0 && send(guest, packet, (size_t)n, 0) > n) reach_error();
  if (strcmp(inet_ntoa((struct in_addr){htonl(0x7f000001)}), "127.0.0.1") != 0) reach_error();
  return 0;
}
