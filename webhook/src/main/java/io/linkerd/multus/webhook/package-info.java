// SPDX-License-Identifier: Apache-2.0
/**
 * The webhook service: a mutating admission webhook that attaches Linkerd's CNI plugin to meshed pods and gives their proxies user ids that
 * the cluster allows. It looks after its own certificates, and says that it is ready only when an API server would trust it.
 */
@NullMarked
package io.linkerd.multus.webhook;

import org.jspecify.annotations.NullMarked;
