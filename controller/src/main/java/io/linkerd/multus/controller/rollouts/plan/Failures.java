// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Restarts that failed, and whom they stop. At first the cause is mostly the change, and each stops all. Once {@value #COMPLETED} namespaces have
 * completed it is more likely the namespace's own, and stops that namespace; {@value #STOPPED} of those stop all. The control plane's, and new
 * pods without a proxy, stop all at once.
 *
 * @param failed those of the present change
 * @param completed namespaces in which all that is asked for was restarted for the present change, and is well
 */
record Failures(List<Workload> failed, Set<String> completed) {
    /** So many say that the change is good. */
    static final int COMPLETED = 2;

    private static final int STOPPED = 3;

    Failures {
        failed = List.copyOf(failed);
        completed = Set.copyOf(completed);
    }

    /** {@return whether no workload of any namespace may be restarted} */
    boolean stopAll() {
        return !failed.isEmpty()
                && (completed.size() < COMPLETED
                        || namespaces().size() >= STOPPED
                        || failed.stream()
                                .anyMatch(
                                        one -> one.unmeshed() > 0 || one.role().controlPlane()));
    }

    /** {@return whether that one may not be restarted} */
    boolean stop(Workload workload) {
        return stopAll() || namespaces().contains(workload.subject().namespace());
    }

    /** {@return those whose new pods have no proxy} */
    List<Workload> unmeshed() {
        return failed.stream().filter(one -> one.unmeshed() > 0).toList();
    }

    private Set<String> namespaces() {
        return failed.stream().map(one -> one.subject().namespace()).collect(Collectors.toUnmodifiableSet());
    }
}
