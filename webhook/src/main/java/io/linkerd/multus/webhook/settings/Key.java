// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import java.util.Arrays;
import java.util.Comparator;

/** Every setting there is; the variable's name is {@code LINKERD_MULTUS_} and the constant's. */
enum Key {
    LOG_LEVEL,
    POD_NAME,
    NAMESPACE,
    RELEASE,
    SERVICE,
    WEBHOOK_CONFIGURATION,
    CA_SECRET,
    OWNER,
    CONTROL_PLANE_NAMESPACE,
    PROXY_UID_STRATEGY,
    HTTPS_PORT,
    HEALTH_PORT;

    static final String PREFIX = "LINKERD_MULTUS_";

    String variable() {
        return PREFIX + name();
    }

    static boolean knows(String variable) {
        return Arrays.stream(values()).anyMatch(key -> key.variable().equals(variable));
    }

    static Key nearest(String variable) {
        return Arrays.stream(values())
                .min(Comparator.comparingInt(key -> distance(key.variable(), variable)))
                .orElseThrow();
    }

    /** Levenshtein's edit distance, one row at a time. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        Arrays.setAll(row, column -> column);
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
