// SPDX-License-Identifier: Apache-2.0

/**
 * The right of Linkerd's service accounts to run under an OpenShift SCC.
 * Where the cluster has no SCCs there is nothing to do.
 */
@NullMarked
package io.linkerd.multus.controller.scc;

import org.jspecify.annotations.NullMarked;
