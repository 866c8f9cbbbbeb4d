// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.Result;
import java.util.Optional;

/**
 * The user id that one container gets.
 *
 * @param reason why this one
 * @param warning what the owner of the pod should know
 */
record UidPick(long uid, String reason, Optional<String> warning) {

    static Result<UidPick> found(long uid, String reason) {
        return new Result.Ok<>(new UidPick(uid, reason, Optional.empty()));
    }

    static Result<UidPick> found(long uid, String reason, String warning) {
        return new Result.Ok<>(new UidPick(uid, reason, Optional.of(warning)));
    }

    static Result<UidPick> none(String reason) {
        return new Result.Not<>(reason);
    }
}
