// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.server.Answer;
import java.util.Optional;
import java.util.Set;

/** What the answer to a DEL means for its file. */
sealed interface ReplayVerdict {
    /** What CNI says of the request itself, which is the same at every try; or that there is nothing to take away. */
    Set<Integer> FINAL = Set.of(
            CniError.INCOMPATIBLE_VERSION,
            CniError.UNSUPPORTED_FIELD,
            CniError.UNKNOWN_CONTAINER,
            CniError.INVALID_ENVIRONMENT,
            CniError.INVALID_NETWORK_CONFIG);

    /** Room for what was asked, which comes first, and what a plugin said. */
    int LONGEST_REASON = 2000;

    /** It was carried out. */
    record Done() implements ReplayVerdict {}

    /** It never will be. */
    record Refused(String reason) implements ReplayVerdict {}

    /** It was not carried out now: a plugin, the API server or the daemon's own configuration may be better later. */
    record Failed(String reason) implements ReplayVerdict {}

    static ReplayVerdict of(Answer answer) {
        if (answer.status() == 200) {
            return new Done();
        }
        var reason = GoText.printable(GoText.shorten(answer.body().strip(), LONGEST_REASON, "…"));
        boolean isFinal =
                answer.status() < 500 && code(answer).filter(FINAL::contains).isPresent();
        return isFinal ? new Refused(reason) : new Failed(reason);
    }

    private static Optional<Integer> code(Answer answer) {
        return answer.media() == Answer.Media.JSON
                ? CniError.read(answer.body()).map(CniError::code)
                : Optional.empty();
    }
}
