// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which variables of the proxy's container Linkerd's injector sets. Other webhooks set some too, in some namespaces or for some pods: those say
 * nothing of Linkerd's values.
 */
public final class ProxyVariables {
    private static final List<String> INJECTORS = List.of("LINKERD2_PROXY_", "_pod_", "_l5d_");

    /** Set by the extension viz, by annotations of its own. */
    private static final String TAP = "LINKERD2_PROXY_TAP_";

    private static final List<ValuesPath> MORE =
            List.of(ValuesPath.of("proxy", "additionalEnv"), ValuesPath.of("proxy", "experimentalEnv"));

    private ProxyVariables() {}

    /**
     * {@return whether the injector sets the variable}
     *
     * @param more those of {@link #named}
     */
    public static boolean isInjectors(String variable, Set<String> more) {
        return more.contains(variable)
                || (INJECTORS.stream().anyMatch(variable::startsWith) && !variable.startsWith(TAP));
    }

    /** {@return names of the variables that Linkerd's values add} */
    public static Set<String> named(ValueTree values) {
        var names = new HashSet<String>();
        MORE.stream()
                .flatMap(path -> values.at(path).stream())
                .flatMap(list -> list instanceof ValueTree.Elements(var elements) ? elements.stream() : Stream.of())
                .flatMap(variable -> variable.at(ValuesPath.of("name")).stream())
                .forEach(name -> {
                    if (name instanceof ValueTree.Text(var text)) {
                        names.add(text);
                    }
                });
        return Set.copyOf(names);
    }
}
