// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.daemon.requests.CniError;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What came of a DEL, in which each network was tried.
 *
 * @param errors of those that could not be taken away, in the order in which they were tried
 */
public record DeleteOutcome(List<CniError> errors) {
    /** Upstream's word for what is gone already: it makes no second try. */
    private static final String GONE = "no such file or directory";

    /** Copies. */
    public DeleteOutcome {
        errors = List.copyOf(errors);
    }

    /** {@return all errors as one; its code is the first that a plugin has told, but one to try again counts before all: what it is about is left} */
    public Optional<CniError> error() {
        if (errors.isEmpty()) {
            return Optional.empty();
        }
        var codes = errors.stream().map(CniError::code).toList();
        int code = codes.contains(CniError.TRY_AGAIN_LATER)
                ? CniError.TRY_AGAIN_LATER
                : codes.stream()
                        .filter(each -> each != CniError.UNTOLD)
                        .findFirst()
                        .orElse(CniError.UNTOLD);
        return Optional.of(
                new CniError(code, errors.stream().map(CniError::text).collect(Collectors.joining(" / ")), ""));
    }

    /** {@return whether what is known of the sandbox' networks is kept for another DEL} */
    public boolean isToBeRetried(boolean retryDeleteOnError) {
        return retryDeleteOnError
                && error().filter(error -> !error.text().contains(GONE)).isPresent();
    }
}
