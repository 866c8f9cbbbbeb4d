// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Collections;
import java.util.OptionalLong;

/** The network validator's user id: never the proxy's, and the application's only where there is no third. */
final class ValidatorPick {

    private static final String SHARED =
            "the network validator shares its user id with the application: there is no third";

    private ValidatorPick() {}

    static Result<UidPick> of(PodUids pod, long proxy) {
        var uids = FreeUids.of(pod).without(proxy);
        var now = pod.validatorNow();
        if (now.isPresent() && uids.isFree(now.getAsLong())) {
            return UidPick.found(now.getAsLong(), "its own user id is allowed, and no other container has it");
        }
        var free = free(uids);
        if (free.isPresent()) {
            return UidPick.found(free.getAsLong(), "highest free user id but the proxy's");
        }
        var shared = shared(pod, proxy);
        return shared.isPresent()
                ? UidPick.found(shared.getAsLong(), "a user id of the application", SHARED)
                : UidPick.none("the proxy needs user id " + proxy + " for itself, and the network validator another: "
                        + whyNone(pod.allowed()));
    }

    private static String whyNone(AllowedUids allowed) {
        return switch (allowed) {
            case AllowedUids.Within _, AllowedUids.Only _, AllowedUids.AnyNonRoot _ ->
                "the pod may only run as " + allowed.inWords() + "; widen the namespace's range";
            case AllowedUids.Unknown(var reason) -> "which ones are allowed cannot be told: " + reason;
        };
    }

    private static OptionalLong free(FreeUids uids) {
        return switch (uids.allowed()) {
            case AllowedUids.Within(var range) -> uids.highest(range);
            case AllowedUids.AnyNonRoot _ -> uids.down(Linkerd.DEFAULT_VALIDATOR_UID, 1);
            case AllowedUids.Only _, AllowedUids.Unknown _ -> OptionalLong.empty();
        };
    }

    /** {@return a user id of the application} It is what the validator has already, else the lowest. */
    private static OptionalLong shared(PodUids pod, long proxy) {
        var allButProxy = new FreeUids(pod.allowed(), Collections.emptySortedSet()).without(proxy);
        var now = pod.validatorNow();
        if (now.isPresent() && allButProxy.isFree(now.getAsLong())) {
            return now;
        }
        return switch (pod.allowed()) {
            case AllowedUids.Within(var range) ->
                allButProxy.up(range.first(), Math.min(range.last(), UidRange.HIGHEST_UID));
            case AllowedUids.AnyNonRoot _, AllowedUids.Only _, AllowedUids.Unknown _ -> OptionalLong.empty();
        };
    }
}
