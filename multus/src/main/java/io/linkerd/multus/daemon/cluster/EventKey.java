// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.daemon.status.PodEvent;

/** By which Events are equal, and told as one that has a count. */
record EventKey(ObjectName pod, String uid, PodEvent event) {}
