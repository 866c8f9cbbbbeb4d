// SPDX-License-Identifier: Apache-2.0
// Stands in for a CNI plugin: says where it runs, and ends with the status in STATUS.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **arguments) {
    char folder[4096] = "";
    char line[4096] = "";
    sigset_t blocked;
    const char *kept = getcwd(folder, sizeof folder);
    const char *read = fgets(line, sizeof line, stdin);
    const char *command = getenv("CNI_COMMAND");
    const char *status = getenv("STATUS");
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    printf("arguments=%d name=%s folder=%s command=%s input=%s", count, arguments[0], kept == NULL ? "" : folder,
           command == NULL ? "" : command, read == NULL ? "" : line);
    printf(" leader=%s marker=%s file9=%s blocked=%s\n", getsid(0) == getpid() && getpgrp() == getpid() ? "yes" : "no",
           access("/marker", F_OK) == 0 ? "yes" : "no", fcntl(9, F_GETFD) == -1 ? "closed" : "open",
           sigismember(&blocked, SIGTERM) == 1 ? "yes" : "no");
    fprintf(stderr, "said to standard error\n");
    return status == NULL ? 0 : atoi(status);
}
