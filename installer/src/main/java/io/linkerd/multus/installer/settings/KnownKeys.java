// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Our own variables, so that a misspelt one is found instead of being passed over. */
final class KnownKeys {
    static final String PREFIX = "LINKERD_MULTUS_";

    static final String LOG_LEVEL = PREFIX + "LOG_LEVEL";
    static final String POD_NAME = PREFIX + "POD_NAME";
    static final String NAMESPACE = PREFIX + "NAMESPACE";
    static final String RELEASE = PREFIX + "RELEASE";
    static final String MODE = PREFIX + "MODE";
    static final String PLATFORM = PREFIX + "PLATFORM";
    static final String NODE_NAME = PREFIX + "NODE_NAME";
    static final String DAEMON_SET = PREFIX + "DAEMON_SET";
    static final String PLUGIN_SERVICE_ACCOUNT = PREFIX + "PLUGIN_SERVICE_ACCOUNT";
    static final String TOKEN_LIFETIME = PREFIX + "TOKEN_LIFETIME";
    static final String STATE_DIR = PREFIX + "STATE_DIR";
    static final String KUBECONFIG_SERVER = PREFIX + "KUBECONFIG_SERVER";
    static final String REMOVE_WHEN_UNREACHABLE = PREFIX + "REMOVE_WHEN_UNREACHABLE";
    static final String HEALTH_PORT = PREFIX + "HEALTH_PORT";
    static final String SERVICE_ACCOUNT_DIR = PREFIX + "SERVICE_ACCOUNT_DIR";

    static final Set<String> ALL = Set.of(
            LOG_LEVEL,
            POD_NAME,
            NAMESPACE,
            RELEASE,
            MODE,
            PLATFORM,
            NODE_NAME,
            DAEMON_SET,
            PLUGIN_SERVICE_ACCOUNT,
            TOKEN_LIFETIME,
            STATE_DIR,
            KUBECONFIG_SERVER,
            REMOVE_WHEN_UNREACHABLE,
            HEALTH_PORT,
            SERVICE_ACCOUNT_DIR);

    /**
     * What the kubelet adds for each Service of the pod's namespace: a Service {@code linkerd-multus-webhook} becomes
     * {@code LINKERD_MULTUS_WEBHOOK_SERVICE_HOST}, {@code LINKERD_MULTUS_WEBHOOK_PORT_443_TCP_ADDR} and so on.
     */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".+_(SERVICE_(HOST|PORT)(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?)?)");

    private KnownKeys() {}

    static Stream<SettingProblem> unknown(Map<String, String> environment) {
        return new TreeSet<>(environment.keySet())
                .stream()
                        .filter(key -> key.startsWith(PREFIX) && !ALL.contains(key))
                        .filter(key -> !SERVICE_LINK.matcher(key).matches())
                        .map(key ->
                                new SettingProblem(key, "", "is not a setting; did you mean " + nearest(key) + "?"));
    }

    static String nearest(String key) {
        return ALL.stream()
                .min(Comparator.<String>comparingInt(known -> distance(key, known))
                        .thenComparing(known -> known))
                .orElseThrow();
    }

    /** Levenshtein's distance: insertions, deletions and replacements that lead from one to the other. */
    private static int distance(String from, String to) {
        var row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
