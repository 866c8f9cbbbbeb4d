// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.Collections;
import java.util.OptionalLong;

/** Chooses the network validator's user id: never the proxy's, and the application's only where there is no third. */
final class ValidatorUid {

    private static final String SHARED =
            "the network validator shares its user id with the application: there is no third";

    private ValidatorUid() {}

    static UidPick choose(ProxyUidRequest request, long proxy) {
        var uids = FreeUids.of(request).without(proxy);
        var now = request.validatorNow();
        if (now.isPresent() && uids.isFree(now.getAsLong())) {
            return UidPick.found(now.getAsLong(), "own user id");
        }
        var free = free(uids);
        if (free.isPresent()) {
            return UidPick.found(free.getAsLong(), "free user id");
        }
        var shared = shared(request, proxy);
        return shared.isPresent()
                ? UidPick.found(shared.getAsLong(), "shared user id", SHARED)
                : new UidPick.None(
                        "the pod may only run as " + AllowedUidsText.of(request.allowed()) + ", and the proxy needs "
                                + proxy + "; the network validator needs another: widen the namespace's range");
    }

    private static OptionalLong free(FreeUids uids) {
        return switch (uids.allowed()) {
            case AllowedUids.Within(var range) -> uids.highest(range);
            case AllowedUids.AnyNonRoot _ -> uids.down(Linkerd.DEFAULT_VALIDATOR_UID, 1);
            case AllowedUids.Only _, AllowedUids.Unknown _ -> OptionalLong.empty();
        };
    }

    /** A user id of the application: what the validator has already, else the lowest. */
    private static OptionalLong shared(ProxyUidRequest request, long proxy) {
        var allButProxy = new FreeUids(request.allowed(), Collections.emptySortedSet()).without(proxy);
        var now = request.validatorNow();
        if (now.isPresent() && allButProxy.isFree(now.getAsLong())) {
            return now;
        }
        return request.allowed() instanceof AllowedUids.Within(var range)
                ? allButProxy.up(range.first(), Math.min(range.last(), UidRange.HIGHEST_UID))
                : OptionalLong.empty();
    }
}
