// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.ReviewLimits;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers reviews of one kind of objects. Changes nothing anywhere, so a dry run is answered like any other. */
public final class Admission<T> {
    /** The longest review that is read, in bytes. */
    public static final int LONGEST = ReviewLimits.WHOLE.length();

    /** The longest that is read once it is here as a whole, in bytes. */
    public static final int LONGEST_SHORT = ReviewRequest.SHORT.length();

    private static final Logger log = LoggerFactory.getLogger(Admission.class);

    private static final int LONGEST_NAME = 253;

    private final ReviewedKind<T> kind;

    Admission(ReviewedKind<T> kind) {
        this.kind = kind;
    }

    /**
     * Answers a review as it arrives, while the caller waits for the answer.
     *
     * @throws MalformedJson if the document is no review; its message may be shown to the sender
     * @throws IOException if it stops arriving
     */
    public Answer answer(InputStream document, Deadline deadline) throws MalformedJson, IOException {
        return new Review(ReviewRequest.read(document, kind)).answer(deadline);
    }

    /**
     * Reads a review that is here.
     *
     * @throws MalformedJson if the document is no review; its message may be shown to the sender
     */
    public Review read(byte[] document) throws MalformedJson {
        return new Review(ReviewRequest.read(document, kind));
    }

    /** A review that waits for its answer. */
    public final class Review {
        private final ReviewRequest<T> request;
        private final Optional<Judge.Case> open;
        private Optional<Verdict> verdict = Optional.empty();

        private Review(ReviewRequest<T> request) {
            this.request = request;
            this.open = request.object().flatMap(this::begun);
            if (request.object().isEmpty()) {
                verdict = Optional.of(new Verdict.Admit(
                        List.of(),
                        List.of(),
                        kind.judge().otherwise(),
                        "it is not " + kind.words().one() + " to decide on"));
            }
        }

        private Optional<Judge.Case> begun(T object) {
            try {
                return Optional.of(kind.judge().begin(request.namespace(), object, request.before()));
            } catch (RuntimeException bug) {
                verdict = Optional.of(afterBug(bug));
                return Optional.empty();
            }
        }

        /** {@return the answer, where it takes no time and nothing has to be asked for it} Never waits. */
        public Optional<Answer> answerAtOnce() {
            if (verdict.isEmpty()) {
                verdict = guarded(() -> open.flatMap(Judge.Case::atOnce));
            }
            return verdict.map(this::answer);
        }

        /** {@return the answer}, with what can be asked until the deadline */
        public Answer answer(Deadline deadline) {
            return answer(verdict.or(() -> guarded(() -> open.map(begun -> begun.until(deadline))))
                    .orElseThrow());
        }

        /** The edge: a review is always answered. The sender learns that we failed, the log how. */
        private Optional<Verdict> guarded(Supplier<Optional<Verdict>> decision) {
            try {
                return decision.get();
            } catch (RuntimeException bug) {
                return Optional.of(afterBug(bug));
            }
        }

        private Verdict afterBug(RuntimeException bug) {
            log.atError()
                    .setCause(bug)
                    .addKeyValue("namespace", request.namespace())
                    .log("a review failed, " + kind.words().afterFailure() + "; please report this");
            return kind.judge().afterFailure();
        }

        private Answer answer(Verdict reached) {
            var name = request.object()
                    .map(kind.words().name())
                    .map(Admission::shortened)
                    .orElse("");
            var answer = new Answer(
                    kind.meters(),
                    json(reached, name),
                    !(reached instanceof Verdict.Fail),
                    ReviewResult.of(reached),
                    reached.cause());
            tell(reached, name, answer);
            return answer;
        }

        private byte[] json(Verdict reached, String name) {
            return switch (reached) {
                case Verdict.Admit admit -> ReviewResponse.admit(request.uid(), admit);
                case Verdict.Unchecked(var _, var reason, var _) ->
                    ReviewResponse.admit(request.uid(), List.of(reason + ", so it was not checked"));
                case Verdict.Refuse refuse ->
                    ReviewResponse.deny(
                            request.uid(), kind.words().code(), kind.words().status(), message(name, refuse.reason()));
                case Verdict.TryAgain later ->
                    ReviewResponse.denyForNow(request.uid(), message(name, later.reason() + "; try again"));
                case Verdict.Fail(var _, var reason) -> (reason + "\n").getBytes(StandardCharsets.UTF_8);
            };
        }

        private String message(String name, String reason) {
            var place = request.namespace().isEmpty() ? "" : request.namespace() + "/";
            return kind.words().refusal() + " " + place + GoText.printable(name) + ": " + reason;
        }

        /** One line a decision. What was put in is told by where, since values are as long as what makes the object likes. */
        private void tell(Verdict reached, String name, Answer answer) {
            log.atDebug()
                    .addKeyValue("namespace", request.namespace())
                    .addKeyValue(kind.words().kind(), name)
                    .addKeyValue("outcome", answer.result().label())
                    .addKeyValue("cause", reached.cause().label())
                    .addKeyValue("reason", reached.reason())
                    .addKeyValue("changed", () -> changed(reached))
                    .log("reviewed " + kind.words().one());
        }
    }

    private static String changed(Verdict reached) {
        return reached instanceof Verdict.Admit admit ? PatchOperation.pointers(admit.patch()) : "";
    }

    /** What asks for a longer one is refused after us. */
    private static String shortened(String name) {
        return GoText.shorten(name, LONGEST_NAME, "…");
    }
}
