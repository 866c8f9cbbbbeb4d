// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

/** Puts allowed user ids into words. */
final class AllowedUidsText {

    private AllowedUidsText() {}

    static String of(AllowedUids allowed) {
        return switch (allowed) {
            case AllowedUids.Within(var range) -> "user ids " + range;
            case AllowedUids.Only(var uid) -> "user id " + uid;
            case AllowedUids.AnyNonRoot _, AllowedUids.Unknown _ -> "user ids 1-" + UidRange.HIGHEST_UID;
        };
    }
}
