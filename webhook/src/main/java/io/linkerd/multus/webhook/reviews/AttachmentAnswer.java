// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

/** The answer to a review of a NetworkAttachmentDefinition. */
public final class AttachmentAnswer extends Answer {
    AttachmentAnswer(byte[] json, ReviewResult result) {
        super(json, result);
    }
}
