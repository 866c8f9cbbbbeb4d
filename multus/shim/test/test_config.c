// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/config.h"

static void refuses_what_is_no_network_configuration(void) {
    static const struct {
        const char *input;
        unsigned code;
        const char *message;
    } REFUSED[] = {
        {"", CNI_DECODING_FAILURE, "error unmarshall network config: unexpected end of JSON input"},
        {"[]", CNI_DECODING_FAILURE, "error unmarshall network config: it is an array, not an object"},
        {"null", CNI_INVALID_CONFIG, "missing network name"},
        {"{}", CNI_INVALID_CONFIG, "missing network name"},
        {"{\"name\":null}", CNI_INVALID_CONFIG, "missing network name"},
        {"{\"name\":\"\"}", CNI_INVALID_CONFIG, "missing network name"},
        {"{\"name\":[]}", CNI_DECODING_FAILURE, "error unmarshall network config: name is an array, not a string"},
        {"{\"name\":\"a\",\"name\":\"a\"}", CNI_DECODING_FAILURE, "error unmarshall network config: name is given twice"},
        {"{\"name\":\"a b\"}", CNI_INVALID_CONFIG, "invalid characters found in network name"},
        {"{\"name\":\"a\\u0000\"}", CNI_INVALID_CONFIG, "invalid characters found in network name"},
    };
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(REFUSED); i++) {
        struct json root;
        CHECK(!config_open(text_of(REFUSED[i].input), &root, &failure));
        CHECK_FAILURE(&failure, REFUSED[i].code, REFUSED[i].message);
    }
}

static bool read_all(const char *input, struct config *config, struct failure *failure) {
    struct json root;
    *config = config_none();
    return config_open(text_of(input), &root, failure) && config_read_version(root, config, failure) && config_read(root, config, failure);
}

static void has_upstreams_defaults(void) {
    struct failure failure = failure_none();
    struct config config;
    CHECK(read_all("{\"name\":\"a\",\"cniVersion\":null,\"daemonSocketDir\":\"\",\"logLevel\":\"\"}", &config, &failure));
    CHECK_TEXT(buffer_text(&config.version), "0.1.0");
    CHECK_TEXT(buffer_text(&config.socket_folder), "/run/multus/");
    CHECK_TEXT(buffer_text(&config.cni_folder), "/var/lib/cni/multus");
    CHECK(!config.log.to_stderr && config.log.level == LOG_PANIC && !config.upstream_codes);
    config_free(&config);
}

static void reads_its_settings(void) {
    struct failure failure = failure_none();
    struct config config;
    CHECK(read_all(
        "{\"name\":\"a\",\"cniVersion\":\"0.4.0\",\"daemonSocketDir\":\"/s\",\"cniDir\":\"/c\",\"logFile\":\"/l\",\"logLevel\":\"Debug\","
        "\"logToStderr\":true,\"upstreamErrorCodes\":true,\"other\":[{}]}",
        &config, &failure));
    CHECK_TEXT(buffer_text(&config.version), "0.4.0");
    CHECK_TEXT(buffer_text(&config.socket_folder), "/s");
    CHECK_TEXT(buffer_text(&config.cni_folder), "/c");
    CHECK_TEXT(text_of(config.log.file), "/l");
    CHECK(config.log.to_stderr && config.log.level == LOG_DEBUG && config.upstream_codes);
    config_free(&config);
}

static void refuses_settings_of_the_wrong_kind(void) {
    static const char *const WRONG[] = {
        "{\"name\":\"a\",\"daemonSocketDir\":5}", "{\"name\":\"a\",\"daemonSocketDir\":\"/a\\u0000b\"}",
        "{\"name\":\"a\",\"logToStderr\":\"x\"}", "{\"name\":\"a\",\"logFile\":{}}",
        "{\"name\":\"a\",\"logLevel\":7}",        "{\"name\":\"a\",\"upstreamErrorCodes\":1}",
    };
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(WRONG); i++) {
        struct config config;
        CHECK(!read_all(WRONG[i], &config, &failure));
        CHECK_FAILURE(&failure, CNI_INTERNAL,
                      "invalid CNI configuration passed to multus-shim: failed to gather the multus configuration: ");
        config_free(&config);
    }
    struct config config;
    CHECK(!read_all("{\"name\":\"a\",\"cniVersion\":1}", &config, &failure));
    CHECK_FAILURE(&failure, CNI_DECODING_FAILURE, "decoding version from network config: cniVersion is a number, not a string");
    config_free(&config);
}

// Upstream's shim does not read it.
static void a_wrong_folder_of_the_daemons_is_no_failure(void) {
    static const char *const WRONG[] = {"{\"name\":\"a\",\"cniDir\":5}", "{\"name\":\"a\",\"cniDir\":\"relative\"}",
                                        "{\"name\":\"a\",\"cniDir\":\"/\\u0000\"}"};
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(WRONG); i++) {
        struct config config;
        CHECK(read_all(WRONG[i], &config, &failure));
        CHECK_TEXT(buffer_text(&config.cni_folder), DEFAULT_CNI_FOLDER);
        config_free(&config);
    }
}

// A limit that nothing fits in stands for memory that is not to be had.
static void folders_without_memory_are_a_failure(void) {
    for (int i = 0; i < 2; i++) {
        struct failure failure = failure_none();
        struct config config = config_none();
        struct json root;
        CHECK(config_open(text_of("{\"name\":\"a\"}"), &root, &failure));
        *(i == 0 ? &config.socket_folder : &config.cni_folder) = buffer_of(0);
        CHECK(!config_read(root, &config, &failure));
        CHECK_FAILURE(&failure, CNI_INTERNAL,
                      "invalid CNI configuration passed to multus-shim: failed to gather the multus configuration: out of memory");
        config_free(&config);
    }
}

void test_config(void) {
    refuses_what_is_no_network_configuration();
    has_upstreams_defaults();
    reads_its_settings();
    refuses_settings_of_the_wrong_kind();
    a_wrong_folder_of_the_daemons_is_no_failure();
    folders_without_memory_are_a_failure();
}
