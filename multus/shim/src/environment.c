// SPDX-License-Identifier: Apache-2.0
#include "environment.h"

#include "limits.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define INTERFACE_NAME_LENGTH 15U

#define BIT(command) (1U << (command))
#define ABOUT_A_CONTAINER (BIT(COMMAND_ADD) | BIT(COMMAND_CHECK) | BIT(COMMAND_DEL))
#define ALL_COMMANDS (ABOUT_A_CONTAINER | BIT(COMMAND_GC) | BIT(COMMAND_STATUS))

static const struct {
    const char *name;
    enum command command;
} COMMANDS[] = {
    {"ADD", COMMAND_ADD}, {"CHECK", COMMAND_CHECK},   {"DEL", COMMAND_DEL},
    {"GC", COMMAND_GC},   {"STATUS", COMMAND_STATUS}, {"VERSION", COMMAND_VERSION},
};

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value == NULL ? "" : value;
}

static enum command command_of(const char *name) {
    if (name[0] == '\0') {
        return COMMAND_NONE;
    }
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        if (strcmp(name, COMMANDS[i].name) == 0) {
            return COMMANDS[i].command;
        }
    }
    return COMMAND_UNKNOWN;
}

static bool is_alphanumeric(char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

bool environment_is_name(struct text name) {
    for (size_t i = 0; i < name.length; i++) {
        char character = name.at[i];
        bool inside = i > 0 && (character == '_' || character == '.' || character == '-');
        if (!is_alphanumeric(character) && !inside) {
            return false;
        }
    }
    return name.length > 0;
}

static bool check_container(const char *container, struct failure *failure) {
    if (environment_is_name(text_of(container))) {
        return true;
    }
    fail(failure, CNI_INVALID_ENVIRONMENT, "invalid characters in containerID");
    buffer_add(&failure->details, text_start(text_of(container), QUOTE_LIMIT));
    return false;
}

static bool check_interface(const char *name, struct failure *failure) {
    if (strlen(name) > INTERFACE_NAME_LENGTH) {
        fail(failure, CNI_INVALID_ENVIRONMENT, "interface name is too long");
        buffer_format(&failure->details, "interface name should be less than %u characters", INTERFACE_NAME_LENGTH + 1);
        return false;
    }
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        return fail(failure, CNI_INVALID_ENVIRONMENT, "interface name is . or ..");
    }
    const char *at = name;
    const char *end = name + strlen(name);
    while (at < end) {
        uint32_t character = utf8_next(&at, end);
        if (character == '/' || character == ':' || utf8_is_space(character)) {
            return fail(failure, CNI_INVALID_ENVIRONMENT, "interface name contains / or : or whitespace characters");
        }
    }
    return true;
}

// A value that must not be empty for some commands, and is looked at for those alone.
struct rule {
    const char *name;
    const char *value;
    unsigned commands;
    bool (*check)(const char *value, struct failure *failure);
};

static bool check_rules(const struct rule *rules, size_t count, enum command command, struct failure *failure) {
    struct buffer missing = buffer_of(KIB);
    bool right = true;
    for (size_t i = 0; right && i < count; i++) {
        bool required = (rules[i].commands & BIT(command)) != 0;
        if (required && rules[i].value[0] == '\0') {
            buffer_string(&missing, missing.length == 0 ? "" : ",");
            buffer_string(&missing, rules[i].name);
        } else if (required && rules[i].check != NULL) {
            right = rules[i].check(rules[i].value, failure);
        }
    }
    if (right && missing.length > 0) {
        right = fail(failure, CNI_INVALID_ENVIRONMENT, "required env variables [%s] missing", buffer_chars(&missing));
    }
    buffer_free(&missing);
    return right;
}

bool environment_read(struct environment *environment, struct failure *failure) {
    const char *override = variable("CNI_NETNS_OVERRIDE");
    *environment = (struct environment){
        .command = command_of(variable("CNI_COMMAND")),
        .command_name = variable("CNI_COMMAND"),
        .container = variable("CNI_CONTAINERID"),
        .netns = variable("CNI_NETNS"),
        .interface = variable("CNI_IFNAME"),
        .netns_may_be_own = strcasecmp(override, "true") == 0 || strcmp(override, "1") == 0,
    };
    const struct rule rules[] = {
        {"CNI_CONTAINERID", environment->container, ABOUT_A_CONTAINER, check_container},
        {"CNI_NETNS", environment->netns, BIT(COMMAND_ADD) | BIT(COMMAND_CHECK), NULL},
        {"CNI_IFNAME", environment->interface, ABOUT_A_CONTAINER, check_interface},
        {"CNI_PATH", variable("CNI_PATH"), ALL_COMMANDS, NULL},
    };
    return check_rules(rules, sizeof rules / sizeof rules[0], environment->command, failure);
}
