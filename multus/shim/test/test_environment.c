// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/environment.h"

#include <stdlib.h>
#include <string.h>

static void set(const char *command, const char *container, const char *interface) {
    clearenv();
    setenv("CNI_COMMAND", command, 1);
    setenv("CNI_CONTAINERID", container, 1);
    setenv("CNI_NETNS", "/run/netns/x", 1);
    setenv("CNI_IFNAME", interface, 1);
    setenv("CNI_PATH", "/opt/cni/bin", 1);
}

static void names_all_that_is_missing(void) {
    struct environment environment;
    struct failure failure = failure_none();
    set("ADD", "", "");
    unsetenv("CNI_PATH");
    unsetenv("CNI_NETNS");
    CHECK(!environment_read(&environment, &failure));
    CHECK_FAILURE(&failure, CNI_INVALID_ENVIRONMENT, "required env variables [CNI_CONTAINERID,CNI_NETNS,CNI_IFNAME,CNI_PATH] missing");
    setenv("CNI_COMMAND", "DEL", 1);
    CHECK(!environment_read(&environment, &failure));
    CHECK_FAILURE(&failure, CNI_INVALID_ENVIRONMENT, "required env variables [CNI_CONTAINERID,CNI_IFNAME,CNI_PATH] missing");
    setenv("CNI_COMMAND", "STATUS", 1);
    CHECK(!environment_read(&environment, &failure));
    CHECK_FAILURE(&failure, CNI_INVALID_ENVIRONMENT, "required env variables [CNI_PATH] missing");
    setenv("CNI_COMMAND", "VERSION", 1);
    CHECK(environment_read(&environment, &failure) && environment.command == COMMAND_VERSION);
    clearenv();
    CHECK(environment_read(&environment, &failure) && environment.command == COMMAND_NONE);
}

static void looks_at_names(void) {
    static const char *const CONTAINERS[] = {"-c", ".c", "_c", "c d", "c/d", "\xC3\xA9"};
    static const char *const INTERFACES[] = {"sixteen-letters-", ".", "..", "a/b", "a:b", "a b", "a\xE2\x80\x83x"};
    struct environment environment;
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(CONTAINERS); i++) {
        set("DEL", CONTAINERS[i], "eth0");
        CHECK(!environment_read(&environment, &failure));
        CHECK_TEXT(buffer_text(&failure.details), CONTAINERS[i]);
        CHECK_FAILURE(&failure, CNI_INVALID_ENVIRONMENT, "invalid characters in containerID");
    }
    for (size_t i = 0; i < COUNT(INTERFACES); i++) {
        set("CHECK", "c.-_9", INTERFACES[i]);
        CHECK(!environment_read(&environment, &failure));
        CHECK_FAILURE(&failure, CNI_INVALID_ENVIRONMENT, "interface name ");
    }
    set("GC", "-", "a b");
    CHECK(environment_read(&environment, &failure));
}

static void a_wrong_name_comes_before_what_is_missing(void) {
    struct environment environment;
    struct failure failure = failure_none();
    set("ADD", "", "a b");
    CHECK(!environment_read(&environment, &failure));
    CHECK_FAILURE(&failure, CNI_INVALID_ENVIRONMENT, "interface name contains");
}

static void knows_when_the_namespace_may_be_its_own(void) {
    static const struct {
        const char *value;
        bool may;
    } VALUES[] = {{"TRUE", true}, {"true", true}, {"1", true}, {"yes", false}, {"", false}};
    struct environment environment;
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(VALUES); i++) {
        set("ADD", "c", "eth0");
        setenv("CNI_NETNS_OVERRIDE", VALUES[i].value, 1);
        CHECK(environment_read(&environment, &failure) && environment.netns_may_be_own == VALUES[i].may);
    }
}

void test_environment(void) {
    names_all_that_is_missing();
    looks_at_names();
    a_wrong_name_comes_before_what_is_missing();
    knows_when_the_namespace_may_be_its_own();
    clearenv();
}
