// SPDX-License-Identifier: Apache-2.0
/**
 * Answers dry runs of the controller's own Lease, by which it sees that the API server reaches the webhook. Nothing is decided here, and nothing
 * of it is kept.
 */
@NullMarked
package io.linkerd.multus.contracts.admission.reach;

import org.jspecify.annotations.NullMarked;
