// SPDX-License-Identifier: Apache-2.0
/**
 * Whether the API server reaches the webhook, as the controller sees it look by look: a replica that is ready has called itself, which tells
 * nothing of the way that API servers take.
 */
@NullMarked
package io.linkerd.multus.controller.reach.plan;

import org.jspecify.annotations.NullMarked;
