// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The proxy's user id where somebody wrote it into the annotation. */
final class ExplicitPick {

    /** As Go's strconv.Atoi (the CNI plugin) and ParseInt (the injector) have it: blanks are refused there too. */
    private static final Pattern NUMBER = Pattern.compile("[+]?0*([0-9]{1,18})");

    private ExplicitPick() {}

    static Result<UidPick> of(String annotation, PodUids pod) {
        var uid = read(annotation);
        if (uid.isEmpty()) {
            return refused(annotation, "it is not a user id between 1 and " + UidRange.HIGHEST_UID);
        }
        return of(annotation, uid.getAsLong(), pod);
    }

    private static Result<UidPick> of(String annotation, long uid, PodUids pod) {
        if (!pod.allowed().contains(uid)) {
            return refused(
                    annotation, "the pod may only run as " + pod.allowed().inWords());
        }
        if (pod.usedUids().contains(uid)) {
            return refused(annotation, "another container of the pod runs as it, and would send past the proxy");
        }
        var reason = "annotation " + Linkerd.PROXY_UID;
        return pod.allowed() instanceof AllowedUids.Within(var range) && uid == range.first()
                ? UidPick.found(uid, reason, AutomaticPick.FIRST_OF_RANGE)
                : UidPick.found(uid, reason);
    }

    /** {@return the user id that an annotation says, where it says one} */
    static OptionalLong read(String annotation) {
        var number = NUMBER.matcher(annotation);
        if (!number.matches()) {
            return OptionalLong.empty();
        }
        long uid = Long.parseLong(number.group(1));
        return 0 < uid && uid <= UidRange.HIGHEST_UID ? OptionalLong.of(uid) : OptionalLong.empty();
    }

    private static Result<UidPick> refused(String annotation, String reason) {
        return UidPick.none("annotation " + Linkerd.PROXY_UID + " is " + GoText.quote(annotation) + ": " + reason
                + "; correct it on the pod's template or its namespace, or remove it there and a user id is chosen");
    }
}
