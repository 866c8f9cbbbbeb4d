// SPDX-License-Identifier: Apache-2.0
/**
 * Which meshed pods run with an old configuration of Linkerd's, in what, and whether a restart would cure it.
 * A pod is compared with what a new one from the same template would get.
 */
@NullMarked
package io.linkerd.multus.controller.workloads.plan;

import org.jspecify.annotations.NullMarked;
