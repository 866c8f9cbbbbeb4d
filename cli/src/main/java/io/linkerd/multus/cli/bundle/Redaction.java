// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes out of a text what looks like a secret: rather too much than too little. What looks like any other word it cannot know.
 *
 * @param known secrets of this user, which are taken out wherever they are
 */
record Redaction(List<String> known) {
    /** What stands in the place of a secret. */
    static final String TAKEN_OUT = "[taken out]";

    /** Shorter ones would be found in ordinary words. */
    private static final int SHORTEST_KNOWN = 8;

    private static final String SECRET_NAME =
            "(?:passw(?:or)?d|passphrase|secret|token|credential|authorization|api[_-]?key|access[_-]?key|private[_-]?key"
                    + "|key[_-]?data|key[_-]?pem|keypem|dockerconfig|cookie)";

    private static final Pattern NAME = Pattern.compile("(?i).*" + SECRET_NAME + ".*|(?i)auth|(?i)pass|(?i)pwd");

    private static final Pattern PRIVATE_KEY = Pattern.compile(
            "-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\\z)", Pattern.DOTALL);
    /** As base64 has the first line of such a key, wherever it begins. */
    private static final Pattern ENCODED_KEY = Pattern.compile(
            "LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,40}?(?:UFJJVkFURSBLRV|QUklWQVRFIEtFW|BSSVZBVEUgS0VZ)[A-Za-z0-9+/=]*");
    /** At the beginning of a word, so that a long one is read once; escapes end one, too. */
    private static final Pattern JSON_WEB_TOKEN = Pattern.compile(
            "(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-Fa-f]{2}|\\\\[nrt]))eyJ[A-Za-z0-9_-]{4,}+\\.[A-Za-z0-9_-]++(?:\\.[A-Za-z0-9_-]*+)?");

    private static final Pattern SCHEME = Pattern.compile("(?i)\\b(bearer|basic)(\\s++|%20)[A-Za-z0-9._~+/=-]++");
    private static final Pattern USER_INFO = Pattern.compile("://[^/\\s\"'@]*+@");
    /** A header's value has blanks and semicolons: it ends with the line, or with the JSON text that it is in. */
    private static final Pattern HEADER = Pattern.compile(
            "(?i)((?<![A-Za-z0-9])(?:proxy-)?(?:authorization|(?:set-)?cookie)[ \\t]{0,8}[:=][ \\t]{0,8})(?![\\s\"'\\\\])"
                    + "[^\\r\\n]*?(?=\\\\?\"\\s{0,8}(?:[}\\]]|,\\s{0,8}\\\\?\")|\\\\[rn]|$)",
            Pattern.MULTILINE);
    /** A JSON text, within another one or not: an escaped quote does not end it. */
    private static final String QUOTED = "\\\\\"(?:[^\"\\\\]|\\\\{3}\"|\\\\[^\"])*+\\\\?\"|\"(?:[^\"\\\\]|\\\\.)*+\"";

    private static final Pattern ASSIGNED =
            Pattern.compile("(?i)([\"']?(?<![A-Za-z0-9])[A-Za-z0-9_.-]{0,64}?" + SECRET_NAME
                    + "[A-Za-z0-9_.-]{0,64}\\\\?[\"']?\\s{0,8}[:=](?!\\s{0,8}\\[taken out])\\s{0,8}\\[?\\s{0,8})("
                    + QUOTED + "|'[^']*+'|[^\\s,;}\\]]++)");

    /** Copies. */
    Redaction {
        known = known.stream()
                .filter(secret -> secret.length() >= SHORTEST_KNOWN)
                .toList();
    }

    /** {@return whether what has that name is a secret, as far as the name tells} */
    static boolean isSecret(String name) {
        return NAME.matcher(name).matches();
    }

    /** {@return the text without secrets} */
    String of(String text) {
        var left = text;
        for (var secret : known) {
            left = left.replace(secret, TAKEN_OUT);
        }
        left = PRIVATE_KEY.matcher(left).replaceAll(TAKEN_OUT);
        left = ENCODED_KEY.matcher(left).replaceAll(TAKEN_OUT);
        left = JSON_WEB_TOKEN.matcher(left).replaceAll(TAKEN_OUT);
        left = HEADER.matcher(left).replaceAll("$1" + TAKEN_OUT);
        left = SCHEME.matcher(left).replaceAll("$1 " + TAKEN_OUT);
        left = USER_INFO.matcher(left).replaceAll("://" + TAKEN_OUT + "@");
        return ASSIGNED.matcher(left).replaceAll("$1" + TAKEN_OUT);
    }
}
