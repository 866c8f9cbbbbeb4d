// SPDX-License-Identifier: Apache-2.0
#include "config.h"

#include "environment.h"
#include "limits.h"

#include <stdio.h>
#include <string.h>

#define OLDEST_VERSION "0.1.0"
#define NOT_AN_OBJECT "it is %s, not an object"

struct config config_none(void) {
    return (struct config){
        .version = buffer_of(QUOTE_LIMIT),
        .socket_folder = buffer_of(PATH_LIMIT),
        .cni_folder = buffer_of(PATH_LIMIT),
        .log_file = buffer_of(PATH_LIMIT),
        .log = {LOG_PANIC, false, ""},
    };
}

void config_free(struct config *config) {
    buffer_free(&config->version);
    buffer_free(&config->socket_folder);
    buffer_free(&config->cni_folder);
    buffer_free(&config->log_file);
    config->log.file = "";
}

static enum json_found find(struct json root, const char *name, enum json_kind kind, struct json *value, struct json_fault *fault) {
    return json_kind(root) == JSON_OBJECT ? json_member_of(root, name, kind, value, fault) : JSON_ABSENT;
}

bool config_open(struct text input, struct json *root, struct failure *failure) {
    struct json_fault fault;
    struct json value;
    bool right = json_check(input, root, &fault);
    if (right && json_kind(*root) != JSON_OBJECT && json_kind(*root) != JSON_NULL) {
        snprintf(fault.text, sizeof fault.text, NOT_AN_OBJECT, json_kind_name(json_kind(*root)));
        right = false;
    }
    enum json_found found = right ? find(*root, "name", JSON_STRING, &value, &fault) : JSON_BAD;
    if (found == JSON_BAD) {
        return fail(failure, CNI_DECODING_FAILURE, "error unmarshall network config: %s", fault.text);
    }
    if (found == JSON_ABSENT || json_string_is_empty(value)) {
        return fail(failure, CNI_INVALID_CONFIG, "missing network name");
    }
    struct buffer name = buffer_of(QUOTE_LIMIT);
    json_string(value, &name);
    right = !name.broken && environment_is_name(buffer_text(&name));
    if (!right) {
        fail(failure, CNI_INVALID_CONFIG, "invalid characters found in network name");
        buffer_add(&failure->details, buffer_text(&name));
    }
    buffer_free(&name);
    return right;
}

bool config_read_version(struct json root, struct config *config, struct failure *failure) {
    struct json_fault fault;
    struct json value;
    enum json_found found = find(root, "cniVersion", JSON_STRING, &value, &fault);
    if (found == JSON_BAD) {
        return fail(failure, CNI_DECODING_FAILURE, "decoding version from network config: %s", fault.text);
    }
    if (found == JSON_PRESENT) {
        json_string(value, &config->version);
    }
    if (config->version.length == 0) {
        buffer_string(&config->version, OLDEST_VERSION);
    }
    return true;
}

static bool bad(struct failure *failure, const char *cause) {
    return fail(failure, CNI_INTERNAL, "invalid CNI configuration passed to multus-shim: failed to gather the multus configuration: %s",
                cause);
}

// A path ends where a NUL is, so one that has a NUL would be another path.
static bool read_path(struct json root, const char *name, struct buffer *path, struct failure *failure) {
    struct json_fault fault;
    struct json value;
    enum json_found found = find(root, name, JSON_STRING, &value, &fault);
    if (found == JSON_BAD) {
        return bad(failure, fault.text);
    }
    if (found == JSON_PRESENT) {
        json_string(value, path);
    }
    if (path->broken || strlen(buffer_chars(path)) != path->length) {
        buffer_clear(path);
        snprintf(fault.text, sizeof fault.text, "%s is no path", name);
        return bad(failure, fault.text);
    }
    return true;
}

static bool read_switch(struct json root, const char *name, bool *on, struct failure *failure) {
    struct json_fault fault;
    struct json value;
    enum json_found found = find(root, name, JSON_BOOLEAN, &value, &fault);
    *on = found == JSON_PRESENT && json_is_true(value);
    return found != JSON_BAD || bad(failure, fault.text);
}

// A level that does not exist changes nothing, as upstream's.
static bool read_level(struct json root, struct log *log, struct failure *failure) {
    struct json_fault fault;
    struct json value;
    enum json_found found = find(root, "logLevel", JSON_STRING, &value, &fault);
    if (found == JSON_BAD) {
        return bad(failure, fault.text);
    }
    if (found == JSON_PRESENT && !json_string_is_empty(value)) {
        struct text name = {value.at + 1, (size_t)(value.end - value.at) - 2};
        if (!log_level_of(name, &log->level)) {
            fprintf(stderr, "multus logging: cannot set logging level to %.*s\n", (int)text_start(name, KIB).length, name.at);
        }
    }
    return true;
}

// The daemon's setting, which upstream's shim does not read: here it can be no reason to fail.
static void read_cni_folder(struct json root, struct buffer *path) {
    struct failure ignored = failure_none();
    if (!read_path(root, "cniDir", path, &ignored) || buffer_chars(path)[0] != '/') {
        buffer_clear(path);
    }
    failure_free(&ignored);
}

static void default_path(struct buffer *path, const char *value) {
    if (path->length == 0) {
        buffer_string(path, value);
    }
}

bool config_read(struct json root, struct config *config, struct failure *failure) {
    bool right = read_path(root, "daemonSocketDir", &config->socket_folder, failure);
    read_cni_folder(root, &config->cni_folder);
    right &= read_path(root, "logFile", &config->log_file, failure);
    right &= read_switch(root, "logToStderr", &config->log.to_stderr, failure);
    right &= read_switch(root, "upstreamErrorCodes", &config->upstream_codes, failure);
    right &= read_level(root, &config->log, failure);
    default_path(&config->socket_folder, DEFAULT_SOCKET_FOLDER);
    default_path(&config->cni_folder, DEFAULT_CNI_FOLDER);
    config->log.file = buffer_chars(&config->log_file);
    bool placed = config->socket_folder.length > 0 && config->cni_folder.length > 0;
    return right && (placed || bad(failure, "out of memory"));
}
