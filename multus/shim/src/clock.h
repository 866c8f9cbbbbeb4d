// SPDX-License-Identifier: Apache-2.0
// Times of the monotonic clock, in milliseconds: a node's date may be set while the shim waits.
#ifndef SHIM_CLOCK_H
#define SHIM_CLOCK_H

#include <stdbool.h>

long long clock_now(void);
// How long until then, at least 0.
long long clock_left(long long deadline);
void clock_sleep_until(long long moment);
// Whether the file can be read or written, by poll's event, before the deadline.
bool clock_await(int file, short event, long long deadline);

#endif
