// Both ends of the difference may be null, for all that is known of them, but are not.
#include <assert.h>
#include <string.h>

int main(void) {
    const char *text = "ab:c::de";
    int colons = 0;
    unsigned long length = 0;
    for (;;) {
        const char *end = strchr(text, ':');
        if (!end) {
            length += strlen(text);
            break;
        }
        length += (unsigned long)(end - text);
        colons++;
        text = end + 1;
    }
    assert(colons == 3 && length == 5);
    return 0;
}
