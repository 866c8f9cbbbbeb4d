// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A variable that Linkerd's installer knew when it was a shell script, asking for what nobody should have. It is passed over, as its
 * successor does, but not in silence.
 *
 * @param key the variable
 * @param value what it asks for
 * @param instead what is done instead
 */
public record RetiredVariable(String key, String value, String instead) {
    private static final List<Known> ALL = List.of(
            new Known("KUBECONFIG_MODE", value -> value.matches("0?600"), "the kubeconfig holds a token and is 0600"),
            new Known(
                    "SKIP_TLS_VERIFY",
                    "false"::equalsIgnoreCase,
                    "the API server is believed by the certificates of KUBE_CA_FILE alone"),
            new Known("KUBERNETES_SERVICE_PROTOCOL", "https"::equalsIgnoreCase, "the API server is called by https"));

    private record Known(String key, Predicate<String> isDoneAnyway, String instead) {
        Optional<RetiredVariable> in(Map<String, String> environment) {
            return Optional.of(environment.getOrDefault(key, "").strip())
                    .filter(value -> !value.isEmpty() && !isDoneAnyway.test(value))
                    .map(value -> new RetiredVariable(key, value, instead));
        }
    }

    /** {@return those that are set, and ask for something else than what is done anyway} */
    public static List<RetiredVariable> in(Map<String, String> environment) {
        return ALL.stream().flatMap(known -> known.in(environment).stream()).toList();
    }

    @Override
    public String toString() {
        return key + "=" + value + "  (passed over: " + instead + ")";
    }
}
