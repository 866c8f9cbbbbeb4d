// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** The user ids that a pod's containers may have and that none of the others has. A search ends after as many steps as are taken. */
record FreeUids(AllowedUids allowed, SortedSet<Long> taken) {

    FreeUids {
        taken = Collections.unmodifiableSortedSet(new TreeSet<>(taken));
    }

    static FreeUids of(PodUids pod) {
        var taken = new TreeSet<>(pod.usedUids());
        taken.addAll(pod.chosenByInit());
        return new FreeUids(pod.allowed(), taken);
    }

    FreeUids without(long uid) {
        var more = new TreeSet<>(taken);
        more.add(uid);
        return new FreeUids(allowed, more);
    }

    boolean isFree(long uid) {
        return allowed.contains(uid) && !taken.contains(uid);
    }

    /** The highest of the range, and so its first one, which containers get that ask for none, only where no other is free. */
    OptionalLong highest(UidRange range) {
        return down(Math.min(range.last(), UidRange.HIGHEST_UID), range.first());
    }

    OptionalLong down(long from, long to) {
        for (long uid = from; uid >= to; uid--) {
            if (isFree(uid)) {
                return OptionalLong.of(uid);
            }
        }
        return OptionalLong.empty();
    }

    OptionalLong up(long from, long to) {
        for (long uid = from; uid <= to; uid++) {
            if (isFree(uid)) {
                return OptionalLong.of(uid);
            }
        }
        return OptionalLong.empty();
    }
}
