// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Answers reviews of one kind of objects. Changes nothing anywhere, so a dry run is answered like any other. */
public sealed interface Admission permits PodAdmission, AttachmentAdmission {
    /** The longest review that is read, in bytes. */
    int LONGEST = ReviewRequest.LIMITS.length();

    /** The longest that is read once it is here as a whole, in bytes. */
    int LONGEST_SHORT = ReviewRequest.SHORT.length();

    /**
     * Answers a review as it arrives, while somebody waits for the answer.
     *
     * @throws MalformedJson if the document is no review; its message may be shown to the sender
     * @throws IOException if it stops arriving
     */
    Answer answer(InputStream document, Deadline deadline) throws MalformedJson, IOException;

    /**
     * Reads a review that is here.
     *
     * @throws MalformedJson if the document is no review; its message may be shown to the sender
     */
    Review read(byte[] document) throws MalformedJson;

    /** A review that waits for its answer. */
    interface Review {

        /** {@return the answer, where it takes no time and nobody has to be asked for it} Never waits. */
        default Optional<Answer> answerAtOnce() {
            return Optional.empty();
        }

        /** {@return the answer}, with what can be asked until the deadline */
        Answer answer(Deadline deadline);
    }
}
