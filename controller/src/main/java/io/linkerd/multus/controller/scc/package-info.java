// SPDX-License-Identifier: Apache-2.0

/**
 * Rights of Linkerd's service accounts that OpenShift asks for and Linkerd does not give them: to run under an SCC, and to make the policy
 * controller's Lease.
 * Where the cluster has no SCCs there is nothing to do.
 */
@NullMarked
package io.linkerd.multus.controller.scc;

import org.jspecify.annotations.NullMarked;
