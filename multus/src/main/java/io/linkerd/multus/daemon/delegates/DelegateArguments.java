// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.requests.CniArgs;
import io.linkerd.multus.daemon.requests.CniArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code CNI_ARGS} as delegates are given it: put together anew, and what else the container runtime has passed behind it. */
public record DelegateArguments(PodIdentity pod, CniArgs passed) {
    private static final String IP = "IP";
    private static final String MAC = "MAC";
    private static final Set<String> ADDRESSES = Set.of(IP, MAC);

    /** {@return what is passed to the plugins of a network, in the order in which they take it: the last one of a key counts} */
    public List<CniArgument> of(Delegate delegate) {
        var all = new ArrayList<CniArgument>();
        all.add(new CniArgument("IgnoreUnknown", "true"));
        all.add(new CniArgument("K8S_POD_NAMESPACE", pod.namespace()));
        all.add(new CniArgument("K8S_POD_NAME", pod.name()));
        all.add(new CniArgument("K8S_POD_INFRA_CONTAINER_ID", passed.sandboxId()));
        all.add(new CniArgument("K8S_POD_UID", pod.uid()));
        passed.extra().stream().filter(argument -> isFor(delegate, argument)).forEach(all::add);
        delegate.mac().ifPresent(mac -> all.add(new CniArgument(MAC, mac)));
        if (!delegate.ips().isEmpty()) {
            all.add(new CniArgument(IP, String.join(",", delegate.ips())));
        }
        return List.copyOf(all);
    }

    /** Addresses that the container runtime passes are those of the first interface: on a second one they would be there twice. */
    private static boolean isFor(Delegate delegate, CniArgument argument) {
        return delegate.first() || !ADDRESSES.contains(argument.key());
    }
}
