// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Where workloads with meshed pods are seen. */
public interface WorkloadSource {

    /** {@return all of them as last seen by watches, and the three of the control plane} */
    Collection<Workload> all();

    /** {@return the same workload, read from the API server itself now; empty where it is gone} */
    Optional<Workload> read(Notice.Subject subject);

    /** {@return what all namespaces have in common of the change that new pods get, as last seen by watches} */
    ChangeDigest change();

    /** {@return why no restart may begin for the sake of trust; empty where it may} */
    Optional<Hindrance> trust();

    /** {@return whether all that is watched was seen once} */
    boolean isComplete();

    /** {@return what is missing before it was, for a person} */
    List<String> whyNotReady();
}
