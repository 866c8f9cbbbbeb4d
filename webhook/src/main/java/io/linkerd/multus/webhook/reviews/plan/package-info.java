// SPDX-License-Identifier: Apache-2.0
/**
 * Judges LinkerdConfigs that are made or changed: what can never hold is refused with its field, what Linkerd has no place for any more is warned
 * about.
 */
@NullMarked
package io.linkerd.multus.webhook.reviews.plan;

import org.jspecify.annotations.NullMarked;
