// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include "call.h"
#include "clock.h"
#include "files.h"
#include "limits.h"
#include "netns.h"
#include "refusal.h"
#include "result.h"
#include "version.h"

#include <stdio.h>

static bool read_input(int file, struct buffer *input, struct failure *failure) {
    const char *cause = files_read(file, input, clock_now() + STDIN_MS);
    return cause == NULL || fail(failure, CNI_IO_FAILURE, "error reading from stdin: %s", cause);
}

static bool check_netns(const struct environment *environment, struct failure *failure) {
    return environment->netns_may_be_own || netns_is_another(environment->netns, failure);
}

// A pod's interfaces belong into no namespace of the node's, so that is looked at before the daemon is asked.
static bool add(struct call *call, struct buffer *output, struct failure *failure) {
    struct json result;
    struct answer answer = answer_none();
    struct text version = buffer_text(&call->config.version);
    bool right =
        check_netns(&call->environment, failure)
        && call_note(call, "CmdAdd (shim): ", call_ask(call, &answer, failure) && result_read(buffer_text(&answer.body), &result, failure),
                     failure)
        && result_convert(result, version, output, failure);
    if (right) {
        log_line(&call->config.log, LOG_VERBOSE, "CmdAdd (shim): ", buffer_text(&answer.body));
    }
    answer_free(&answer);
    return right;
}

// What a daemon from before GC and STATUS has nothing to say to goes as its own shim has it: well.
static bool is_from_before(const struct call *call, const struct answer *answer) {
    const char *command = call->environment.command_name;
    if (call->environment.command == COMMAND_CHECK || !refusal_is_of_command(answer, command)) {
        return false;
    }
    log_line(&call->config.log, LOG_VERBOSE, "(shim): the daemon is from before ", text_of(command));
    return true;
}

// CHECK, GC and STATUS have no result; an answer's body, if there is one, is an object.
static bool inquire(struct call *call, const char *prefix, struct failure *failure) {
    struct answer answer = answer_none();
    bool right = call_ask(call, &answer, failure) ? result_may_be_missing(buffer_text(&answer.body), failure) : is_from_before(call, &answer);
    answer_free(&answer);
    return call_note(call, prefix, right, failure);
}

static bool inquire_since(struct call *call, struct version since, const char *prefix, struct failure *failure) {
    struct text version = buffer_text(&call->config.version);
    return version_allows(version, call->environment.command_name, since, failure) && version_is_spoken(version, failure)
           && inquire(call, prefix, failure);
}

// Succeeds whatever the daemon says or does not say: https://www.cni.dev/docs/spec/#del asks for that of a plugin.
static bool del(struct call *call, struct failure *failure) {
    call_del(call, failure);
    return check_netns(&call->environment, failure);
}

static bool dispatch(struct call *call, struct buffer *output, struct failure *failure) {
    struct text version = buffer_text(&call->config.version);
    switch (call->environment.command) {
    case COMMAND_ADD:
        return version_is_spoken(version, failure) && add(call, output, failure);
    case COMMAND_DEL:
        return version_is_spoken(version, failure) && del(call, failure);
    case COMMAND_CHECK:
        return inquire_since(call, (struct version){{0, 4, 0}}, "CmdCheck (shim): ", failure);
    case COMMAND_GC:
        return inquire_since(call, (struct version){{1, 1, 0}}, "CmdGC (shim): ", failure);
    default:
        return inquire_since(call, (struct version){{1, 1, 0}}, "CmdStatus (shim): ", failure);
    }
}

static bool run(int input, struct call *call, struct buffer *output, struct failure *failure) {
    if (!read_input(input, &call->input, failure) || !config_open(buffer_text(&call->input), &call->root, failure)) {
        return false;
    }
    if (call->environment.command == COMMAND_UNKNOWN) {
        return fail(failure, CNI_INVALID_ENVIRONMENT, "unknown CNI_COMMAND: %s", call->environment.command_name);
    }
    return config_read_version(call->root, &call->config, failure) && dispatch(call, output, failure);
}

// No command is a person's call.
static void say_what_it_is(void) {
    struct buffer versions = buffer_of(KIB);
    version_list(&versions, ", ");
    fprintf(stderr, "multus-shim: has the node's Multus daemon attach pods to their networks\n");
    fprintf(stderr, "CNI protocol versions supported: %s\n", buffer_chars(&versions));
    buffer_free(&versions);
}

bool command_run(int input, struct buffer *output, struct failure *failure) {
    struct environment environment;
    if (!environment_read(&environment, failure)) {
        return false;
    }
    if (environment.command == COMMAND_NONE) {
        say_what_it_is();
        return true;
    }
    if (environment.command == COMMAND_VERSION) {
        version_write(output);
        return true;
    }
    struct call call = call_of(environment);
    bool right = run(input, &call, output, failure);
    call_free(&call);
    return right;
}
