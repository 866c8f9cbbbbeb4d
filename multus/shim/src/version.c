// SPDX-License-Identifier: Apache-2.0
#include "version.h"

#include "json_write.h"
#include "limits.h"

#include <string.h>

static const char *const SPOKEN[] = {"0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0", NEWEST_VERSION};

#define SPOKEN_COUNT (sizeof SPOKEN / sizeof SPOKEN[0])
#define PART_LIMIT 1000000000L

// A number as Go's Atoi takes it, with a sign.
static bool number(struct text text, long *value) {
    size_t i = text.length > 0 && (text.at[0] == '+' || text.at[0] == '-') ? 1 : 0;
    bool negative = i == 1 && text.at[0] == '-';
    if (i == text.length) {
        return false;
    }
    *value = 0;
    for (; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || *value > PART_LIMIT) {
            return false;
        }
        *value = *value * 10 + (text.at[i] - '0');
    }
    *value = negative ? -*value : *value;
    return true;
}

static struct text next_part(struct text *rest) {
    const char *dot = rest->length == 0 ? NULL : memchr(rest->at, '.', rest->length);
    struct text part = {rest->at, dot == NULL ? rest->length : (size_t)(dot - rest->at)};
    size_t taken = part.length + (dot == NULL ? 0 : 1);
    *rest = (struct text){rest->at + taken, rest->length - taken};
    return part;
}

static size_t count_dots(struct text text) {
    size_t dots = 0;
    for (size_t i = 0; i < text.length; i++) {
        dots += text.at[i] == '.' ? 1 : 0;
    }
    return dots;
}

bool version_parse(struct text text, struct version *version, struct failure *failure) {
    static const char *const NAMES[] = {"major", "minor", "micro"};
    size_t dots = count_dots(text);
    if (dots > 2) {
        fail(failure, CNI_DECODING_FAILURE, "invalid version ");
        json_quote(&failure->message, text_start(text, QUOTE_LIMIT));
        buffer_string(&failure->message, ": too many parts");
        return false;
    }
    *version = (struct version){{0, 0, 0}};
    for (size_t i = 0; i <= dots; i++) {
        struct text part = next_part(&text);
        if (!number(part, &version->parts[i])) {
            fail(failure, CNI_DECODING_FAILURE, "failed to convert %s version part ", NAMES[i]);
            json_quote(&failure->message, text_start(part, QUOTE_LIMIT));
            buffer_string(&failure->message, ": no number");
            return false;
        }
    }
    return true;
}

bool version_is_at_least(struct version version, struct version least) {
    for (size_t i = 0; i < 3; i++) {
        if (version.parts[i] != least.parts[i]) {
            return version.parts[i] > least.parts[i];
        }
    }
    return true;
}

void version_list(struct buffer *to, const char *between) {
    for (size_t i = 0; i < SPOKEN_COUNT; i++) {
        buffer_string(to, i == 0 ? "" : between);
        buffer_string(to, SPOKEN[i]);
    }
}

void version_write(struct buffer *to) {
    buffer_string(to, "{\"cniVersion\":\"" NEWEST_VERSION "\",\"supportedVersions\":[\"");
    version_list(to, "\",\"");
    buffer_string(to, "\"]}\n");
}

bool version_is_spoken(struct text version, struct failure *failure) {
    for (size_t i = 0; i < SPOKEN_COUNT; i++) {
        if (text_is(version, SPOKEN[i])) {
            return true;
        }
    }
    fail(failure, CNI_INCOMPATIBLE_VERSION, "incompatible CNI versions");
    buffer_string(&failure->details, "config is ");
    json_quote(&failure->details, text_start(version, QUOTE_LIMIT));
    buffer_string(&failure->details, ", plugin supports [\"");
    version_list(&failure->details, "\" \"");
    buffer_string(&failure->details, "\"]");
    return false;
}

bool version_allows(struct text text, const char *command, struct version least, struct failure *failure) {
    struct version version;
    if (!version_parse(text, &version, failure)) {
        return false;
    }
    if (!version_is_at_least(version, least)) {
        return fail(failure, CNI_INCOMPATIBLE_VERSION, "config version does not allow %s", command);
    }
    if (!version_is_at_least((struct version){{1, 1, 0}}, version)) {
        return fail(failure, CNI_INCOMPATIBLE_VERSION, "plugin version does not allow %s", command);
    }
    return true;
}
