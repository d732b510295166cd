/* What the program asks of functions of the mathematical library: results are told to who replays. */

/* The last choice is what the trace says of it. */
static uint64_t measured(uint64_t result) {
    uint32_t record[4] = {shared->choices, COMPUTED, (uint32_t)result, (uint32_t)(result >> 32)};
    if (attacking || shared->used > LOG_BYTES - sizeof record) return result;
    memcpy(shared->log + shared->used, record, sizeof record);
    shared->used += sizeof record;
    return result;
}

unsigned long long __llumc_measured(unsigned long long chosen, uint32_t function,
                                    unsigned long long x, unsigned long long y) {
    (void)chosen;
    return measured(compute(function, x, y));
}

unsigned long long __llumc_measured_of_text(unsigned long long chosen, uint32_t function,
                                            const char *text) {
    (void)chosen;
    return measured(compute_of_text(function, text));
}
