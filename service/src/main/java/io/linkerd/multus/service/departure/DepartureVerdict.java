// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What to do with the node when we are told to stop. */
public sealed interface DepartureVerdict {
    /** With the back-off between them, half a minute to a minute. */
    int REFUSALS_OF_AN_UNINSTALL = 7;

    /** Leave it as it is: an upgrade, a reboot, or it is not known. */
    record Leave(String reason) implements DepartureVerdict {}

    /** Remove everything that is ours. */
    record Remove(String reason) implements DepartureVerdict {}

    /**
     * {@return what one look decides, if it does} An answer about the DaemonSet, or about its namespace, always does. Without one it is decided
     * where the watch has seen the DaemonSet go: Helm removes it first and our rights right after it.
     *
     * <p>The DaemonSet is known by its name. One that was deleted and made anew counts as standing: its pods take the nodes over.
     */
    static Optional<DepartureVerdict> certain(WatchKnowledge known, ApiAnswer<Sighting> look) {
        return switch (look) {
            case ApiAnswer.Answered(Sighting.Leaving(var how)) -> Optional.of(new Remove("our DaemonSet: " + how));
            case ApiAnswer.Answered(var _) -> Optional.of(new Leave("our DaemonSet stands"));
            case ApiAnswer.Failed(ApiFailure.NotFound _) -> Optional.of(new Remove("our DaemonSet is gone"));
            case ApiAnswer.Failed(ApiFailure.NamespaceTerminating _) ->
                Optional.of(new Remove("our namespace is being deleted"));
            case ApiAnswer.Failed(var _) -> seenLeaving(known);
        };
    }

    /** {@return that the watch on our DaemonSet has seen it go, if it has} */
    static Optional<DepartureVerdict> seenLeaving(WatchKnowledge known) {
        return known.sighting() instanceof Sighting.Leaving(var how)
                ? Optional.of(new Remove("our DaemonSet: " + how))
                : Optional.empty();
    }

    /**
     * Decides once all looks are over and none was {@linkplain #certain decisive}.
     *
     * <p>An API server that has just started refuses everybody for some seconds (kubernetes/kubernetes#121635), and one that is starting or
     * ending cannot be reached. So refusals mean that we are being removed only where there was nothing else, on new connections and for
     * longer than that, if our rights had been good for a watch before and that watch is over. While a watch is up it would have told of a
     * deletion, and a refusal means only that our rights were taken. So it does once they have been gone for a while: the end of a pod comes
     * within moments of an uninstall.
     *
     * @param failures why there was no answer, one for each look
     */
    static DepartureVerdict uncertain(WatchKnowledge known, List<ApiFailure> failures, boolean removeWhenUnreachable) {
        if (known.live()) {
            return new Leave("our DaemonSet stands, as the watch on it says");
        }
        boolean lost = known.sighting() instanceof Sighting.Present && known.refusals() <= REFUSALS_OF_AN_UNINSTALL;
        if (lost && failures.stream().allMatch(DepartureVerdict::isRefusal)) {
            return new Remove("our rights are gone, which were good before: the API server has refused all of "
                    + failures.size() + " looks");
        }
        boolean mayRemove =
                failures.stream().allMatch(why -> why instanceof ApiFailure.Unreachable || (lost && isRefusal(why)));
        return removeWhenUnreachable && mayRemove
                ? new Remove("the API cannot be reached, and LINKERD_MULTUS_REMOVE_WHEN_UNREACHABLE is set")
                : new Leave(unknown(known, failures));
    }

    private static String unknown(WatchKnowledge known, List<ApiFailure> failures) {
        var answers = failures.stream().map(ApiFailure::inWords).distinct().collect(Collectors.joining("; "));
        return "it is not known whether our DaemonSet stands: " + answers
                + (known.refusals() > REFUSALS_OF_AN_UNINSTALL
                        ? "; our rights have been gone for longer than an uninstall takes"
                        : "");
    }

    private static boolean isRefusal(ApiFailure why) {
        return why instanceof ApiFailure.Unauthorized || why instanceof ApiFailure.Forbidden;
    }
}
