// SPDX-License-Identifier: Apache-2.0
// Standard input: any bytes end in settings or in a failure that is JSON.
#include "fuzz.h"

#include "src/config.h"
#include "src/limits.h"
#include "src/request.h"
#include "src/version.h"

#include <unistd.h>

static bool read_config(struct text input, struct config *config, struct failure *failure) {
    struct json root;
    if (!config_open(input, &root, failure) || !config_read_version(root, config, failure)) {
        return false;
    }
    struct text version = buffer_text(&config->version);
    bool right = version_allows(version, "STATUS", (struct version){{1, 1, 0}}, failure);
    right &= version_is_spoken(version, failure);
    right &= config_read(root, config, failure);
    fuzz_must(config->socket_folder.length > 0 && buffer_chars(&config->cni_folder)[0] == '/');
    return right;
}

static void check_json(struct buffer *written) {
    struct json root;
    struct json_fault fault;
    fuzz_must(!written->broken && json_check(buffer_text(written), &root, &fault));
    buffer_free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    struct text input = {(const char *)bytes, length};
    struct config config = config_none();
    struct failure failure = failure_none();
    struct buffer written = buffer_of(REQUEST_LIMIT);
    if (!read_config(input, &config, &failure)) {
        fuzz_must(failure.code != 0);
        failure_quote(&failure, input);
        failure_write(&failure, &written);
        check_json(&written);
    }
    fuzz_must(request_write(&written, environ, input, &failure) || failure.code == CNI_INVALID_ENVIRONMENT);
    if (!written.broken && failure.code != CNI_INVALID_ENVIRONMENT) {
        check_json(&written);
    }
    buffer_free(&written);
    failure_free(&failure);
    config_free(&config);
    return 0;
}
