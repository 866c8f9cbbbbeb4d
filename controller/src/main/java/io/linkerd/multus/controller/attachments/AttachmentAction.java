// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import java.util.Optional;

/** The one thing to do about a namespace now, and why. */
sealed interface AttachmentAction {

    /** Nothing. */
    record Keep(String reason) implements AttachmentAction {}

    /**
     * Write the attachment, on the condition that it still is as it was seen.
     *
     * @param seenVersion resource version that it was seen at; empty where there was none
     * @param config what it has to say
     */
    record Write(Optional<String> seenVersion, String config, String reason) implements AttachmentAction {}

    /**
     * Remove the attachment, on the condition that it still is as it was seen.
     *
     * @param seenVersion resource version that it was seen at
     */
    record Remove(String seenVersion, String reason) implements AttachmentAction {}

    /** Look at the namespace's pods before anything else. */
    record LookAtPods(String reason) implements AttachmentAction {}

    String reason();
}
