// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.clocks.Deadline;

/** The cluster, for somebody who waits for no longer than a deadline says. */
public interface Cluster {
    /** {@return answers that all together come before the deadline} What is asked after it is answered at once, with a failure. */
    ClusterFacts until(Deadline deadline);
}
