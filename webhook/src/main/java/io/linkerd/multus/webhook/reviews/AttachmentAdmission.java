// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.attachments.Attachment;
import io.linkerd.multus.contracts.admission.attachments.AttachmentReader;
import io.linkerd.multus.contracts.admission.attachments.AttachmentRules;
import io.linkerd.multus.contracts.admission.attachments.AttachmentVerdict;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.service.clocks.Deadline;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers reviews of NetworkAttachmentDefinitions that are to be made or changed. Nobody has to be asked for it. */
@Singleton
public final class AttachmentAdmission implements Admission {
    private static final Logger log = LoggerFactory.getLogger(AttachmentAdmission.class);

    static final Reviewed<Attachment> ATTACHMENTS = new Reviewed<>(
            Multus.GROUP + "/" + Multus.VERSION + "/" + Multus.PLURAL,
            Set.of(Reviewed.CREATE, Reviewed.UPDATE),
            AttachmentReader::read);

    private static final int UNPROCESSABLE = 422;

    private final Semaphore judges;

    /**
     * One judge: what it has on its desk takes ten times what came of a request (53 kB were 550 kB as a tree), which requests are not
     * counted by, and there may be as many of them as processors.
     */
    @Inject
    AttachmentAdmission() {
        this(new Semaphore(1, true));
    }

    AttachmentAdmission(Semaphore judges) {
        this.judges = judges;
    }

    @Override
    public Answer answer(InputStream document, Deadline deadline) throws MalformedJson, IOException {
        return answer(ReviewRequest.read(document, ATTACHMENTS), deadline);
    }

    /** Never answered at once: long configurations keep a thread busy, which must not be that of a connection with others beside it. */
    @Override
    public Review read(byte[] document) throws MalformedJson {
        var request = ReviewRequest.read(document, ATTACHMENTS);
        return deadline -> answer(request, deadline);
    }

    private Answer answer(ReviewRequest<Attachment> request, Deadline deadline) {
        try {
            return request.object()
                    .map(attachment -> answer(request, attachment, deadline))
                    .orElseGet(() -> admitted(request, List.of(), ReviewResult.UNCHANGED));
        } catch (RuntimeException bug) {
            // The edge: a review is always answered, and nobody has to do without a network because of us.
            log.atError()
                    .setCause(bug)
                    .addKeyValue("namespace", request.namespace())
                    .log("a review failed, the attachment was admitted unchecked; please report this");
            return unchecked(request, "linkerd-multus failed on it", ReviewResult.FAILED);
        }
    }

    private Answer answer(ReviewRequest<Attachment> request, Attachment attachment, Deadline deadline) {
        var verdict = verdict(request, attachment, deadline);
        var answer = verdict.map(known -> answer(request, attachment, known))
                .orElseGet(() -> unchecked(request, "linkerd-multus had too many at once", ReviewResult.UNDECIDED));
        log.atDebug()
                .addKeyValue("namespace", request.namespace())
                .addKeyValue("attachment", attachment.name())
                .addKeyValue("outcome", answer.result().label())
                .addKeyValue("verdict", verdict)
                .log("reviewed an attachment");
        return answer;
    }

    /** {@return the verdict; none where others were judged until nobody waited for this one any more} */
    private Optional<AttachmentVerdict> verdict(
            ReviewRequest<Attachment> request, Attachment attachment, Deadline deadline) {
        if (!deadline.takes(judges)) {
            return Optional.empty();
        }
        try {
            return Optional.of(request.before()
                    .map(before -> AttachmentRules.onChange(before, attachment))
                    .orElseGet(() -> AttachmentRules.onNew(attachment)));
        } finally {
            judges.release();
        }
    }

    private static Answer answer(ReviewRequest<Attachment> request, Attachment attachment, AttachmentVerdict verdict) {
        return switch (verdict) {
            case AttachmentVerdict.Admit(var warnings) -> admitted(request, warnings, ReviewResult.UNCHANGED);
            case AttachmentVerdict.Refuse(var reasons) ->
                new AttachmentAnswer(
                        ReviewResponse.deny(
                                request.uid(), UNPROCESSABLE, "Invalid", message(request, attachment, reasons)),
                        ReviewResult.REFUSED);
        };
    }

    private static Answer unchecked(ReviewRequest<Attachment> request, String why, ReviewResult result) {
        return admitted(request, List.of(why + ", so it was not checked"), result);
    }

    private static Answer admitted(ReviewRequest<Attachment> request, List<String> warnings, ReviewResult result) {
        return new AttachmentAnswer(ReviewResponse.admit(request.uid(), warnings), result);
    }

    private static String message(ReviewRequest<Attachment> request, Attachment attachment, List<String> reasons) {
        return "Multus could not run " + Multus.KIND + " " + request.namespace() + "/" + attachment.name() + ": "
                + String.join("; ", reasons);
    }
}
