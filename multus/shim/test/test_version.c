// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "src/version.h"

static void parses_what_go_parses(void) {
    struct failure failure = failure_none();
    struct version version;
    CHECK(version_parse(text_of("1.2.3"), &version, &failure) && version.parts[0] == 1 && version.parts[1] == 2 && version.parts[2] == 3);
    CHECK(version_parse(text_of("+1"), &version, &failure) && version.parts[0] == 1 && version.parts[2] == 0);
    CHECK(!version_parse(text_of("1.2.3.4"), &version, &failure));
    CHECK_FAILURE(&failure, CNI_DECODING_FAILURE, "invalid version \"1.2.3.4\": too many parts");
    CHECK(!version_parse(text_of("x.2"), &version, &failure));
    CHECK_FAILURE(&failure, CNI_DECODING_FAILURE, "failed to convert major version part \"x\"");
    CHECK(!version_parse(text_of("1."), &version, &failure));
    CHECK_FAILURE(&failure, CNI_DECODING_FAILURE, "failed to convert minor version part \"\"");
    CHECK(!version_parse(text_of("1.1.999999999999999999999"), &version, &failure));
    CHECK_FAILURE(&failure, CNI_DECODING_FAILURE, "failed to convert micro version part");
}

static void speaks_seven_versions(void) {
    static const char *const SPOKEN[] = {"0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0"};
    struct failure failure = failure_none();
    for (size_t i = 0; i < COUNT(SPOKEN); i++) {
        CHECK(version_is_spoken(text_of(SPOKEN[i]), &failure));
    }
    CHECK(!version_is_spoken(text_of("1.0"), &failure));
    CHECK_TEXT(buffer_text(&failure.details),
               "config is \"1.0\", plugin supports [\"0.1.0\" \"0.2.0\" \"0.3.0\" \"0.3.1\" \"0.4.0\" \"1.0.0\" \"1.1.0\"]");
    CHECK_FAILURE(&failure, CNI_INCOMPATIBLE_VERSION, "incompatible CNI versions");
}

static void allows_commands_since_their_version(void) {
    struct failure failure = failure_none();
    struct version least = {{0, 4, 0}};
    CHECK(version_allows(text_of("0.4.0"), "CHECK", least, &failure));
    CHECK(version_allows(text_of("1.1.0"), "CHECK", least, &failure));
    CHECK(!version_allows(text_of("0.3.9"), "CHECK", least, &failure));
    CHECK_FAILURE(&failure, CNI_INCOMPATIBLE_VERSION, "config version does not allow CHECK");
    CHECK(!version_allows(text_of("1.1.1"), "CHECK", least, &failure));
    CHECK_FAILURE(&failure, CNI_INCOMPATIBLE_VERSION, "plugin version does not allow CHECK");
}

void test_version(void) {
    parses_what_go_parses();
    speaks_seven_versions();
    allows_commands_since_their_version();
}
