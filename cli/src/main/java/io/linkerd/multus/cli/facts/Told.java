// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Variables of ours as our services read them, which refuse to start with those that cannot be. */
record Told(Map<String, String> environment) {
    /** What Linkerd's charts call them: the control plane's, viz' and multicluster's. */
    private static final String LINKERDS =
            "linkerd-destination,linkerd-identity,linkerd-proxy-injector,linkerd-heartbeat,"
                    + "linkerd-viz/metrics-api,linkerd-viz/namespace-metadata,linkerd-viz/prometheus,linkerd-viz/tap,"
                    + "linkerd-viz/tap-injector,linkerd-viz/web,linkerd-multicluster/linkerd-gateway,"
                    + "linkerd-multicluster/linkerd-local-service-mirror,linkerd-multicluster/namespace-metadata";

    /** {@return the value without blanks around it; empty where there is none} */
    Optional<String> said(String name) {
        return Optional.ofNullable(environment.get(ControllerRules.PREFIX + name))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    String text(String name, String preset) {
        return said(name).orElse(preset);
    }

    boolean flag(String name, boolean preset) {
        return said(name).map("true"::equalsIgnoreCase).orElse(preset);
    }

    /** {@return what is between commas; the preset is for a variable that is not there, an empty one is an empty list} */
    List<String> items(String name, String preset) {
        var text = Optional.ofNullable(environment.get(ControllerRules.PREFIX + name));
        return Arrays.stream(text.orElse(preset).split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    /** {@return service accounts by their namespace; those without one are of {@code usual}} */
    Map<String, Set<String>> serviceAccounts(String name, String usual) {
        return items(name, LINKERDS).stream()
                .map(text -> text.contains("/") ? text : usual + "/" + text)
                .collect(Collectors.groupingBy(
                        account -> account.substring(0, account.indexOf('/')),
                        Collectors.mapping(
                                account -> account.substring(account.indexOf('/') + 1), Collectors.toSet())));
    }
}
