// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.admission.pods.ClusterFacts;
import io.linkerd.multus.service.clocks.Deadline;

/** The cluster, for decisions on pods. */
public interface Cluster {
    /** {@return what is known without asking, which takes no time} */
    ClusterFacts remembered();

    /** {@return answers that all together come before the deadline} What is asked after it is answered at once, as what cannot be told. */
    ClusterFacts until(Deadline deadline);
}
