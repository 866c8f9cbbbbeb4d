// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.Optional;

/** The outcome of looking for one user id. */
sealed interface UidPick {

    record Found(long uid, String reason, Optional<String> warning) implements UidPick {}

    record None(String reason) implements UidPick {}

    static UidPick found(long uid, String reason) {
        return new Found(uid, reason, Optional.empty());
    }

    static UidPick found(long uid, String reason, String warning) {
        return new Found(uid, reason, Optional.of(warning));
    }
}
