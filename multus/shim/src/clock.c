// SPDX-License-Identifier: Apache-2.0
#include "clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <time.h>

long long clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

long long clock_left(long long deadline) {
    long long left = deadline - clock_now();
    return left > 0 ? left : 0;
}

void clock_sleep_until(long long moment) {
    struct timespec until = {.tv_sec = (time_t)(moment / 1000), .tv_nsec = (long)(moment % 1000) * 1000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
}

bool clock_await(int file, short event, long long deadline) {
    for (;;) {
        struct pollfd poll_file = {.fd = file, .events = event};
        long long left = clock_left(deadline);
        int ready = poll(&poll_file, 1, left > INT_MAX ? INT_MAX : (int)left);
        if (ready > 0) {
            return true;
        }
        if (ready == 0 || errno != EINTR) {
            return false;
        }
    }
}
