// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import java.util.regex.Pattern;

/** What Linkerd's proxy is told to log: {@code level}, {@code target}, {@code target=level} or {@code target[span]=level}, with commas between. */
final class LogLevels {
    private static final String LEVEL = "(?i:trace|debug|info|warn|error|off|[0-5])";
    private static final String TARGET = "[A-Za-z_][\\w:-]*";
    private static final String SPAN = "\\[[^\\[\\]]*\\]";
    /** As tracing's EnvFilter has it; Linkerd's CLI takes a target without a level, too. */
    private static final String DIRECTIVE =
            "(?:" + LEVEL + "|(?:" + TARGET + "(?:" + SPAN + ")?|" + SPAN + ")(?:=" + LEVEL + ")?)";

    private static final Pattern ALL = Pattern.compile(DIRECTIVE + "(?:," + DIRECTIVE + ")*");
    private static final int LONGEST = 2_000;

    private LogLevels() {}

    /** {@return whether the proxy can read it} */
    static boolean areRight(String text) {
        return text.length() <= LONGEST && ALL.matcher(text).matches();
    }
}
