// One of the known answers is wrong.
#include <assert.h>
#include <stdint.h>

static uint32_t table[256];

static void fill(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; bit++)
            rest = rest & 1 ? 0xedb88320u ^ (rest >> 1) : rest >> 1;
        table[byte] = rest;
    }
}

static uint32_t crc(const char *text, uint32_t length) {
    uint32_t rest = 0xffffffffu;
    for (uint32_t i = 0; i < length; i++)
        rest = table[(rest ^ (uint8_t)text[i]) & 255] ^ (rest >> 8);
    return ~rest;
}

int main(void) {
    fill();
    assert(crc("123456789", 9) == 0xcbf43926u);
    assert(crc("12345678", 8) == 0x9ae0daaeu);
    return 0;
}
