// SPDX-License-Identifier: Apache-2.0
/**
 * Reviews as the API server sends them: reading them as they stream by, and writing the answers. What becomes of a pod is decided
 * in contracts, and of all else in the plan.
 */
@NullMarked
package io.linkerd.multus.webhook.reviews;

import org.jspecify.annotations.NullMarked;
