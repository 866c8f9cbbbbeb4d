// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.lifecycle;

import io.linkerd.multus.installer.kube.Sighting;
import io.linkerd.multus.installer.kube.WatchKnowledge;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;

/** What to do with the node when we are told to stop. */
sealed interface DepartureVerdict {
    /** With the back-off between them, half a minute to a minute. */
    int REFUSALS_OF_AN_UNINSTALL = 7;

    /** Leave it as it is: an upgrade, a reboot, or nobody knows. */
    record Leave(String reason) implements DepartureVerdict {}

    /** Remove everything that is ours. */
    record Remove(String reason) implements DepartureVerdict {}

    /**
     * Decides from what the watch on our DaemonSet knew, and a last look at it.
     *
     * <p>Helm removes the DaemonSet first and our rights right after it. So a refusal of the last look means that we are being removed,
     * if our rights had been good for a watch before and that watch is over. While a watch is up it would have told of a deletion, and a
     * refusal means only that somebody took our rights. So it does once they have been gone for a while: the end of a pod comes within
     * moments of an uninstall.
     *
     * <p>The DaemonSet is known by its name. One that was deleted and made anew counts as standing: its installer takes the node over.
     */
    static DepartureVerdict of(WatchKnowledge known, ApiAnswer<Sighting> lastLook, boolean removeWhenUnreachable) {
        return switch (lastLook) {
            case ApiAnswer.Answered(Sighting.Leaving(var how)) -> new Remove("our DaemonSet: " + how);
            case ApiAnswer.Answered(var _) -> new Leave("our DaemonSet stands");
            case ApiAnswer.Failed(ApiFailure.NotFound _) -> new Remove("our DaemonSet is gone");
            case ApiAnswer.Failed(var why) -> withoutAnswer(known, why, removeWhenUnreachable);
        };
    }

    private static DepartureVerdict withoutAnswer(WatchKnowledge known, ApiFailure why, boolean removeWhenUnreachable) {
        if (known.sighting() instanceof Sighting.Leaving(var how)) {
            return new Remove("our DaemonSet: " + how);
        }
        if (known.live()) {
            return new Leave("our DaemonSet stands, as the watch on it says");
        }
        boolean refused = why instanceof ApiFailure.Unauthorized || why instanceof ApiFailure.Forbidden;
        if (refused && known.sighting() instanceof Sighting.Present) {
            return known.refusals() <= REFUSALS_OF_AN_UNINSTALL
                    ? new Remove("our rights are gone, which were good a moment before")
                    : new Leave("our rights have been gone for longer than an uninstall takes: somebody took them");
        }
        return removeWhenUnreachable && why instanceof ApiFailure.Unreachable
                ? new Remove("the API cannot be reached, and LINKERD_MULTUS_REMOVE_WHEN_UNREACHABLE is set")
                : new Leave("it is not known whether our DaemonSet stands: " + why.inWords());
    }
}
