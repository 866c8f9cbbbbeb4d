// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import java.util.Optional;

/** The outcome of looking for the user id of one container. */
sealed interface UidPick {

    /** This one will do. */
    record Found(long uid, String reason, Optional<String> warning) implements UidPick {}

    /** None will. */
    record None(String reason) implements UidPick {}

    static UidPick found(long uid, String reason) {
        return new Found(uid, reason, Optional.empty());
    }

    static UidPick found(long uid, String reason, String warning) {
        return new Found(uid, reason, Optional.of(warning));
    }
}
