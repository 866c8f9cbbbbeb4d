// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.webhook.reviews.plan.Attachment;
import io.linkerd.multus.webhook.reviews.plan.AttachmentCause;
import io.linkerd.multus.webhook.reviews.plan.AttachmentReader;
import io.linkerd.multus.webhook.reviews.plan.AttachmentRules;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Reviews of NetworkAttachmentDefinitions that are to be made or changed. Nothing has to be asked for it. None is decided at once: long
 * configurations keep a thread busy, which must not be that of a connection with others beside it.
 *
 * @param judges how many are judged at once
 */
record AttachmentReviews(Semaphore judges) implements Judge<Attachment> {
    /** Where they come to. */
    static final String PATH = "/validate/network-attachment-definitions";

    private static final int UNPROCESSABLE = 422;

    /**
     * One judge: what is on its desk takes ten times what came of a request (53 kB were 550 kB as a tree), which requests are not counted by,
     * and there may be as many of them as processors.
     */
    static ReviewedKind<Attachment> kind() {
        return kind(new Semaphore(1, true));
    }

    static ReviewedKind<Attachment> kind(Semaphore judges) {
        return new ReviewedKind<>(
                PATH,
                Multus.GROUP + "/" + Multus.VERSION + "/" + Multus.PLURAL,
                ReviewedKind.Scope.NAMESPACE,
                Set.of(ReviewedKind.CREATE, ReviewedKind.UPDATE),
                AttachmentReader::read,
                new AttachmentReviews(judges),
                new Words<>(
                        "attachment",
                        "an attachment",
                        Attachment::name,
                        "Multus could not run " + Multus.KIND,
                        UNPROCESSABLE,
                        "Invalid",
                        "the attachment was admitted unchecked"),
                new ReviewedKind.Meters(
                        "linkerd_multus_webhook_attachment_admissions",
                        "Reviews of NetworkAttachmentDefinitions, by how they ended",
                        false));
    }

    @Override
    public Case begin(String namespace, Attachment attachment, Optional<Attachment> before) {
        return deadline -> {
            if (!deadline.takes(judges)) {
                return new Verdict.Unchecked(AttachmentCause.BUSY, "linkerd-multus had too many at once", false);
            }
            try {
                return before.map(old -> AttachmentRules.onChange(old, attachment))
                        .orElseGet(() -> AttachmentRules.onNew(attachment));
            } finally {
                judges.release();
            }
        };
    }

    @Override
    public Cause otherwise() {
        return AttachmentCause.NO_ATTACHMENT;
    }

    /** Nothing has to do without a network because of us. */
    @Override
    public Verdict afterFailure() {
        return new Verdict.Unchecked(AttachmentCause.OUR_ERROR, "linkerd-multus failed on it", true);
    }
}
