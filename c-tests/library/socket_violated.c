#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <string.h>
#include <unistd.h>
#include <stdlib.h>
/* A number that comes over the network is an index. */
int main(void) {
  char line[8];
  int counts[10] = {0};
  struct sockaddr_in to;
  int connection = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
  if (connection == -1) return 1;
  memset(&to, 0, sizeof to);
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = inet_addr("127.0.0.1");
  to.sin_port = htons(2000);
  if (connect(connection, (struct sockaddr *)&to, sizeof to) == -1) return 1;
  long n = recv(connection, line, sizeof line - 1, 0);
  if (n <= 0) return 1;
  line[n] = 0;
  int index = atoi(line);
  if (index < 10) counts[index]++;
  close(connection);
  return counts[0];
}
