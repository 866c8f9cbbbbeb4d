// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.service.settings.SettingsReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who runs under which SCC on OpenShift. Nobody gets anything for a label, which others may set: only who is named here.
 *
 * @param clusterRole ClusterRole that allows the use of the SCC, such as {@code system:openshift:scc:nonroot-v2}
 * @param serviceAccounts names of the service accounts that get it, by their namespace
 */
public record SccSettings(String clusterRole, Map<String, Set<String>> serviceAccounts) {
    /** Enough for every extension that there is, few enough for a variable of a container: 128 KiB on Linux. */
    static final int MOST = 400;

    private static final String CLUSTER_ROLE = SettingsReader.PREFIX + "SCC";
    private static final String SERVICE_ACCOUNTS = SettingsReader.PREFIX + "SCC_SERVICE_ACCOUNTS";

    /** What Linkerd's charts call them: the control plane's, viz' and multicluster's. */
    private static final List<String> LINKERDS = List.of(
            "linkerd-destination",
            "linkerd-identity",
            "linkerd-proxy-injector",
            "linkerd-heartbeat",
            "linkerd-viz/metrics-api",
            "linkerd-viz/namespace-metadata",
            "linkerd-viz/prometheus",
            "linkerd-viz/tap",
            "linkerd-viz/tap-injector",
            "linkerd-viz/web",
            "linkerd-multicluster/linkerd-gateway",
            "linkerd-multicluster/linkerd-local-service-mirror",
            "linkerd-multicluster/namespace-metadata");

    /** Copies the names. */
    public SccSettings {
        serviceAccounts = serviceAccounts.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> Set.copyOf(each.getValue())));
    }

    /** A service account, where it is. */
    private record Account(String namespace, String name) {
        /** Without a namespace it is the control plane's. */
        static Account of(String text, String controlPlaneNamespace) {
            var slash = text.indexOf('/');
            return slash < 0
                    ? new Account(controlPlaneNamespace, text)
                    : new Account(text.substring(0, slash), text.substring(slash + 1));
        }

        boolean canBe() {
            return ObjectNames.isLabel(namespace) && ObjectNames.isSubdomain(name);
        }
    }

    static SccSettings read(SettingsReader reader, String controlPlaneNamespace) {
        var accounts = reader.items(SERVICE_ACCOUNTS, LINKERDS).stream()
                .map(text -> Account.of(text, controlPlaneNamespace))
                .toList();
        if (accounts.size() > MOST) {
            reader.problem(SERVICE_ACCOUNTS, accounts.size() + " of them", "must be at most " + MOST);
        }
        accounts.stream()
                .filter(account -> !account.canBe())
                .forEach(account -> reader.problem(
                        SERVICE_ACCOUNTS,
                        account.namespace() + "/" + account.name(),
                        "must be a service account, as name in the control plane's namespace or as namespace/name"));
        return new SccSettings(
                reader.roleName(CLUSTER_ROLE).orElse("system:openshift:scc:nonroot-v2"),
                accounts.stream()
                        .collect(Collectors.groupingBy(
                                Account::namespace, Collectors.mapping(Account::name, Collectors.toSet()))));
    }
}
