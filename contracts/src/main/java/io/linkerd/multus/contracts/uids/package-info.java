// SPDX-License-Identifier: Apache-2.0
/**
 * Which user ids a pod may have, and which of them its proxy and network validator get.
 * Read exactly as OpenShift reads; chosen so that no application shares the proxy's.
 */
@NullMarked
package io.linkerd.multus.contracts.uids;

import org.jspecify.annotations.NullMarked;
