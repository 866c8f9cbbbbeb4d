// SPDX-License-Identifier: Apache-2.0
// Looks at a pod's network namespace, or changes its default routes, for a daemon that cannot enter one itself:
//     multus-netns ROOT has NETNS IFNAME    exit status 0 where there is such an interface, 1 where there is none
//     multus-netns ROOT routes NETNS        carries out the actions on standard input in their order (src/route_action.h); exit status 0
// NETNS is a path of the node, whose root the daemon sees at ROOT: container runtimes have them where they like, below symbolic links as well.
// Whatever cannot be done is told on standard error, with exit status 2.
#include "src/clock.h"
#include "src/default_routes.h"
#include "src/files.h"
#include "src/limits.h"
#include "src/netns.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum status { STATUS_DONE, STATUS_NOT_THERE, STATUS_FAILED };

static enum status look(struct netlink *netlink, const char *name, struct failure *failure) {
    uint32_t interface;
    int error = interface_find(netlink, name, &interface);
    if (error == 0 || error == ENODEV) {
        return error == 0 ? STATUS_DONE : STATUS_NOT_THERE;
    }
    fail(failure, CNI_INTERNAL, "cannot look for interface %s: %s", name, strerror(error));
    return STATUS_FAILED;
}

static enum status has(const char *root, const char *path, const char *name, struct failure *failure) {
    char checked[INTERFACE_NAME_SIZE];
    struct netlink netlink;
    if (!interface_name_read(text_of(name), checked)) {
        fail(failure, CNI_INTERNAL, "no name of an interface");
        return STATUS_FAILED;
    }
    if (!netns_enter(root, path, true, failure)) {
        return STATUS_FAILED;
    }
    int error = netlink_open(&netlink);
    if (error != 0) {
        fail(failure, CNI_INTERNAL, "cannot ask the kernel: %s", strerror(error));
        return STATUS_FAILED;
    }
    enum status status = look(&netlink, checked, failure);
    netlink_close(&netlink);
    return status;
}

// All of it is read, and understood, before anything is changed.
static bool check_actions(struct text actions, struct failure *failure) {
    struct route_action action;
    while (actions.length > 0) {
        if (!route_action_next(&actions, &action, failure)) {
            return false;
        }
    }
    return true;
}

static bool read_actions(struct buffer *input, struct failure *failure) {
    const char *cause = files_read(STDIN_FILENO, input, clock_now() + ACTIONS_MS);
    if (cause != NULL) {
        return fail(failure, CNI_IO_FAILURE, "cannot read the actions: %s", cause);
    }
    return check_actions(buffer_text(input), failure);
}

static bool change(struct text actions, struct failure *failure) {
    struct netlink netlink;
    struct route_action action;
    int error = netlink_open(&netlink);
    if (error != 0) {
        return fail(failure, CNI_INTERNAL, "cannot ask the kernel: %s", strerror(error));
    }
    bool right = true;
    while (right && actions.length > 0) {
        right = route_action_next(&actions, &action, failure) && default_routes_change(&netlink, &action, failure);
    }
    netlink_close(&netlink);
    return right;
}

static enum status routes(const char *root, const char *path, struct failure *failure) {
    struct buffer input = buffer_of(ACTIONS_LIMIT);
    bool right = read_actions(&input, failure) && netns_enter(root, path, false, failure) && change(buffer_text(&input), failure);
    buffer_free(&input);
    return right ? STATUS_DONE : STATUS_FAILED;
}

static enum status run(int count, char **arguments, struct failure *failure) {
    if (count == 5 && strcmp(arguments[2], "has") == 0) {
        return has(arguments[1], arguments[3], arguments[4], failure);
    }
    if (count == 4 && strcmp(arguments[2], "routes") == 0) {
        return routes(arguments[1], arguments[3], failure);
    }
    fail(failure, CNI_INTERNAL, "usage: multus-netns ROOT has NETNS IFNAME, or: multus-netns ROOT routes NETNS");
    return STATUS_FAILED;
}

int main(int count, char **arguments) {
    struct failure failure = failure_none();
    signal(SIGPIPE, SIG_IGN);
    enum status status = run(count, arguments, &failure);
    if (status == STATUS_FAILED) {
        buffer_char(&failure.message, '\n');
        files_write(STDERR_FILENO, buffer_text(&failure.message));
    }
    failure_free(&failure);
    return (int)status;
}
