// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

/**
 * What follows from a request's first line and headers.
 *
 * @param handler its target's path, or NotFound
 */
record RequestHead(String handler, String method, Verdict verdict) {
    /** A probe of upstream's shim is four bytes long. */
    private static final int LONGEST_PROBE = 4 << 10;

    /** Of a request whose head never came. */
    static final RequestHead NONE = new RequestHead("NotFound", "unknown", new Verdict.Refuse(Refusal.MALFORMED));

    /** What to do with it. */
    sealed interface Verdict {
        /** It has an answer, whatever its body. */
        record Tell(Answer answer) implements Verdict {}

        /** It is refused, whatever its body. */
        record Refuse(Refusal why) implements Verdict {}

        /** Its body is read, where the client waits for it after a word that it may send. */
        record Receive(Target target, int longest, boolean asksFirst) implements Verdict {}
    }

    static RequestHead of(HttpRequest head, ServerLimits limits) {
        if (head.decoderResult().isFailure()) {
            return new RequestHead(
                    NONE.handler(), NONE.method(), new Verdict.Refuse(Messages.refusal(head.decoderResult())));
        }
        var method = head.method().name();
        return Target.of(head.uri())
                .map(target -> new RequestHead(target.path(), method, verdict(target, head, limits)))
                .orElseGet(() -> new RequestHead(NONE.handler(), method, new Verdict.Tell(Answer.empty(404))));
    }

    /** {@return whether its answer is sent without its body} */
    boolean isForHeadersAlone() {
        return method.equals("HEAD");
    }

    private static Verdict verdict(Target target, HttpRequest head, ServerLimits limits) {
        int longest = target instanceof Target.Command ? limits.body() : LONGEST_PROBE;
        if (!target.allows(head.method().name())) {
            return new Verdict.Tell(Answer.text(405, "Method not allowed"));
        }
        if (head.protocolVersion().majorVersion() != 1) {
            return new Verdict.Refuse(Refusal.MALFORMED);
        }
        if (HttpUtil.getContentLength(head, 0L) > longest) {
            return new Verdict.Refuse(Refusal.LONG_BODY);
        }
        return new Verdict.Receive(target, longest, HttpUtil.is100ContinueExpected(head));
    }
}
