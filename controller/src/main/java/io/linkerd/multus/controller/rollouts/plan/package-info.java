// SPDX-License-Identifier: Apache-2.0
/**
 * How workloads whose pods are outdated are restarted: which of them, how, when, how many at a time, and when not.
 * All that a next leader has to know is in the cluster: marks on pod templates, and the workloads at hand in the status.
 */
@NullMarked
package io.linkerd.multus.controller.rollouts.plan;

import org.jspecify.annotations.NullMarked;
