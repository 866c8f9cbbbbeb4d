// SPDX-License-Identifier: Apache-2.0
// Each part has one entry, by libFuzzer's convention. It ends the process where what must always hold does not.
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "src/failure.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

// What the runtime reads is JSON, whatever came in.
static inline void fuzz_must(int condition) {
    if (!condition) {
        __builtin_trap();
    }
}

#endif
