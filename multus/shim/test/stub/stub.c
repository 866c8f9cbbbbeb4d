// SPDX-License-Identifier: Apache-2.0
// A CNI plugin for the daemon's training, which runs where there is no shell: it answers ADD, and does nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *command = getenv("CNI_COMMAND");
    const char *interface = getenv("CNI_IFNAME");
    const char *sandbox = getenv("CNI_NETNS");
    while (getchar() != EOF) {
    }
    if (command != NULL && interface != NULL && sandbox != NULL && strcmp(command, "ADD") == 0) {
        printf("{\"cniVersion\":\"1.0.0\",\"interfaces\":[{\"name\":\"%s\",\"sandbox\":\"%s\"}],", interface, sandbox);
        printf("\"ips\":[{\"interface\":0,\"address\":\"10.1.0.2/24\",\"gateway\":\"10.1.0.1\"}]}\n");
    }
    return 0;
}
