// SPDX-License-Identifier: Apache-2.0
/**
 * Judges what the webhook alone is asked about. NetworkAttachmentDefinitions: what Multus could never run is refused, what it runs is at most
 * warned about; they are read as Multus does, which is what Go's encoding/json, Multus and libcni do to them one after the other.
 * LinkerdConfigs: what can never hold is refused with its field, what Linkerd has no place for any more is warned about. The controller's Lease:
 * its dry run is answered, by which it sees that the API server reaches the webhook, and nothing of it is kept.
 */
@NullMarked
package io.linkerd.multus.webhook.reviews.plan;

import org.jspecify.annotations.NullMarked;
