// A file may be empty.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    struct stat about;
    FILE *file = fopen("f", "r");
    if (!file || stat("f", &about) != 0)
        return 1;
    assert(about.st_size >= 1);
    assert(fseeko(file, 1, SEEK_SET) == 0 || ftello(file) >= -1);
    return 0;
}
