// SPDX-License-Identifier: Apache-2.0
// Unicode in bytes that others wrote: what is no UTF-8 reads as U+FFFD, byte by byte.
#ifndef SHIM_UTF8_H
#define SHIM_UTF8_H

#include "text.h"

#include <stdint.h>

#define UNKNOWN_CHARACTER 0xFFFDU

// Takes one character from before end, which is beyond at.
uint32_t utf8_next(const char **at, const char *end);
void utf8_add(struct buffer *to, uint32_t character);
bool utf8_is_space(uint32_t character);

#endif
