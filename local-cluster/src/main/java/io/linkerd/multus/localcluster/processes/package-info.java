// SPDX-License-Identifier: Apache-2.0
/**
 * Processes of local clusters, which are processes of the machine: whose they are, and what they cost.
 */
@NullMarked
package io.linkerd.multus.localcluster.processes;

import org.jspecify.annotations.NullMarked;
