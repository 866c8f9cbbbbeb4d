// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Judges the user id that somebody wrote into the annotation. */
final class ExplicitProxyUid {

    // What Go's strconv.Atoi reads (the CNI plugin) and ParseInt (the injector), as far as a user id can be: blanks are
    // refused there too.
    private static final Pattern NUMBER = Pattern.compile("[+]?0*([0-9]{1,18})");

    private ExplicitProxyUid() {}

    static UidPick check(String annotation, ProxyUidRequest request) {
        var uid = read(annotation);
        if (uid.isEmpty()) {
            return refused(annotation, "it is not a user id between 1 and " + UidRange.HIGHEST_UID);
        }
        return check(annotation, uid.getAsLong(), request);
    }

    private static UidPick check(String annotation, long uid, ProxyUidRequest request) {
        if (!request.allowed().contains(uid)) {
            return refused(
                    annotation, "the pod may only run as " + request.allowed().inWords());
        }
        if (request.usedUids().contains(uid)) {
            return refused(annotation, "another container of the pod runs as it, and would send past the proxy");
        }
        var reason = "annotation " + Linkerd.PROXY_UID;
        return request.allowed() instanceof AllowedUids.Within(var range) && uid == range.first()
                ? UidPick.found(uid, reason, AutomaticProxyUid.FIRST_OF_RANGE)
                : UidPick.found(uid, reason);
    }

    private static OptionalLong read(String annotation) {
        var number = NUMBER.matcher(annotation);
        if (!number.matches()) {
            return OptionalLong.empty();
        }
        long uid = Long.parseLong(number.group(1));
        return 0 < uid && uid <= UidRange.HIGHEST_UID ? OptionalLong.of(uid) : OptionalLong.empty();
    }

    private static UidPick refused(String annotation, String reason) {
        return new UidPick.None("annotation " + Linkerd.PROXY_UID + " is " + GoText.quote(annotation) + ": " + reason
                + "; correct it on the pod or its namespace, or remove it and a user id is chosen");
    }
}
