// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.Linkerd;

/** The proxy's user id where no annotation says it. */
final class AutomaticPick {

    static final String FIRST_OF_RANGE =
            "the proxy has the first user id of the range; a container that is added without"
                    + " one, as by kubectl debug, gets the same and sends past the proxy";

    private AutomaticPick() {}

    static Result<UidPick> of(PodUids pod) {
        var uids = FreeUids.of(pod);
        var now = pod.proxyNow();
        if (now.isPresent() && canStay(now.getAsLong(), pod) && !isDefault(now.getAsLong(), pod.allowed())) {
            return UidPick.found(now.getAsLong(), "the proxy's own user id is allowed, and no other container has it");
        }
        return switch (pod.allowed()) {
            case AllowedUids.Within(var range) -> ofRange(uids, range, pod.strategy());
            case AllowedUids.Only(var uid) -> only(uids, uid);
            case AllowedUids.AnyNonRoot _ -> any(uids);
            case AllowedUids.Unknown(var reason) ->
                UidPick.none(
                        "the proxy needs a user id that no other container of the pod has, and which ones are allowed"
                                + " cannot be told: " + reason);
        };
    }

    /** An init container that runs as the proxy's user id on purpose does not move the proxy: it would be redirected then. */
    private static boolean canStay(long uid, PodUids pod) {
        return pod.allowed().contains(uid) && !pod.usedUids().contains(uid);
    }

    /** {@return whether SCC admission gives this user id to containers that ask for none} */
    private static boolean isDefault(long uid, AllowedUids allowed) {
        return switch (allowed) {
            case AllowedUids.Within(var range) -> uid == range.first();
            case AllowedUids.Only(var only) -> uid == only;
            case AllowedUids.AnyNonRoot _, AllowedUids.Unknown _ -> false;
        };
    }

    private static Result<UidPick> ofRange(FreeUids uids, UidRange range, ProxyUidStrategy strategy) {
        return switch (strategy) {
            case HIGHEST -> highest(uids, range, "highest free user id of " + range);
            case OFFSET -> {
                long offset = range.first() + Linkerd.DEFAULT_PROXY_UID;
                yield uids.isFree(offset)
                        ? UidPick.found(offset, "first user id of " + range + " plus " + Linkerd.DEFAULT_PROXY_UID)
                        : highest(
                                uids, range, "highest free user id of " + range + ", since " + offset + " is not free");
            }
        };
    }

    private static Result<UidPick> highest(FreeUids uids, UidRange range, String reason) {
        var found = uids.highest(range);
        if (found.isEmpty()) {
            return UidPick.none("the pod's containers run as every user id of " + range
                    + "; the proxy needs one of its own: widen the namespace's range");
        }
        return found.getAsLong() == range.first()
                ? UidPick.found(found.getAsLong(), reason, FIRST_OF_RANGE)
                : UidPick.found(found.getAsLong(), reason);
    }

    private static Result<UidPick> only(FreeUids uids, long uid) {
        return uids.isFree(uid)
                ? UidPick.found(uid, "the only user id that the pod may have")
                : UidPick.none(
                        "the pod may only run as user id " + uid + ", which its other containers have; the proxy needs"
                                + " one of its own: use SecurityContextConstraints with a range");
    }

    /** Linkerd's default or the next above it: small numbers also exist in the user namespace of a pod. */
    private static Result<UidPick> any(FreeUids uids) {
        var found = uids.up(Linkerd.DEFAULT_PROXY_UID, UidRange.HIGHEST_UID).orElseThrow();
        return UidPick.found(found, "first free user id from Linkerd's " + Linkerd.DEFAULT_PROXY_UID + " on");
    }
}
