// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which networks a pod gets. A plan that does not know enough says what to look at first, and is then made again. */
public sealed interface DelegatePlan {

    /**
     * Bytes of all configurations of one pod. A usual network has 500, the longest 1 MiB; the list of a pod's networks is kept in 4 MiB, which in
     * Base64 are 3 MiB.
     */
    int MOST_CONFIGURATION = 2 << 20;

    /**
     * These, in this order.
     *
     * @param notices what an operator has to know all the same
     */
    record Delegates(List<Delegate> delegates, List<String> notices) implements DelegatePlan {
        public Delegates {
            delegates = List.copyOf(delegates);
            notices = List.copyOf(notices);
        }
    }

    /**
     * None, and why.
     *
     * @param text upstream's
     * @param noNetworkFound the message of the Event of that name, where a NetworkAttachmentDefinition does not exist
     */
    record Refused(String text, Optional<String> noNetworkFound) implements DelegatePlan {}

    /**
     * That depends on these.
     *
     * @param definitions names of NetworkAttachmentDefinitions, in the order of the annotation; the first ones of them are an answer too
     * @param paths files or folders, whichever is there
     * @param devices whether to ask for the devices of the pod
     */
    record LookUp(Set<NetworkName> definitions, Set<String> paths, boolean devices) implements DelegatePlan {
        public LookUp {
            definitions = Collections.unmodifiableSet(new LinkedHashSet<>(definitions));
            paths = Set.copyOf(paths);
        }
    }

    /** {@return all networks of a pod} */
    static DelegatePlan of(PodRequest pod, NetworkSettings settings, SeenNetworks seen) {
        var looks = new Looks(seen);
        var planning = new DelegatePlanning(pod, settings, looks);
        return answer(looks, planning, planning.all());
    }

    /** {@return those networks of a pod that it does not ask for itself: what is left to take away where its annotations are refused} */
    static DelegatePlan ofDefaults(PodRequest pod, NetworkSettings settings, SeenNetworks seen) {
        var looks = new Looks(seen);
        var planning = new DelegatePlanning(pod, settings, looks);
        return answer(looks, planning, planning.defaults());
    }

    /** {@return the network that every pod gets first, alone: its state is Multus'} */
    static DelegatePlan ofCluster(NetworkSettings settings, SeenNetworks seen) {
        var looks = new Looks(seen);
        var noPod = new PodRequest(
                new PodIdentity("", "", ""), PodAnnotations.NONE, new Sandbox("", "", ""), RuntimeConfig.NONE);
        var planning = new DelegatePlanning(noPod, settings, looks);
        return answer(looks, planning, planning.cluster());
    }

    /** {@return the network of a configuration that a caller has added to a running pod by itself, or why it is refused} */
    static Result<Delegate> hotPlugged(String config, NetworkWishes wishes, PodRequest pod) {
        var problem = NetworksAnnotation.problem(wishes);
        if (problem.isPresent()) {
            return new Result.Not<>(problem.get());
        }
        var element = new SelectionElement(new NetworkName("", ""), wishes);
        return DelegateConfig.read(config)
                .then(read -> DelegateRequest.of(read, element, Optional.empty()))
                .map(request -> Delegate.hotPlugged(request, pod));
    }

    private static DelegatePlan answer(Looks looks, DelegatePlanning planning, Result<List<Delegate>> plan) {
        return looks.unanswered().<DelegatePlan>map(lookUp -> lookUp).orElseGet(() -> switch (plan) {
            case Result.Ok<List<Delegate>>(var delegates) -> new Delegates(delegates, planning.notices());
            case Result.Not<List<Delegate>>(var reason) -> new Refused(reason, planning.missing());
        });
    }
}
