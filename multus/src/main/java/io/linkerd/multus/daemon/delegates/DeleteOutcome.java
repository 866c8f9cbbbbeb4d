// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What came of a DEL, in which each network was tried.
 *
 * @param errors of those that could not be taken away, in the order in which they were tried
 */
public record DeleteOutcome(List<PluginError> errors) {
    /** Upstream's word for what is gone already: it makes no second try. */
    private static final String GONE = "no such file or directory";

    /** Copies. */
    public DeleteOutcome {
        errors = List.copyOf(errors);
    }

    /** {@return all errors as one; its code is the first that a plugin has told} */
    public Optional<PluginError> error() {
        if (errors.isEmpty()) {
            return Optional.empty();
        }
        long code = errors.stream()
                .mapToLong(PluginError::code)
                .filter(each -> each != PluginError.UNKNOWN)
                .findFirst()
                .orElse(PluginError.UNKNOWN);
        return Optional.of(
                new PluginError(code, errors.stream().map(PluginError::text).collect(Collectors.joining(" / ")), ""));
    }

    /** {@return whether what is known of the sandbox' networks is kept for another DEL} */
    public boolean isToBeRetried(boolean retryDeleteOnError) {
        return retryDeleteOnError
                && error().filter(error -> !error.text().contains(GONE)).isPresent();
    }
}
