// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.OpenShift;
import java.util.Optional;

/** The user ids that a pod's containers may run as. */
public sealed interface AllowedUids {

    /** Those of a range. */
    record Within(UidRange range) implements AllowedUids {}

    /** Any but root. */
    record AnyNonRoot() implements AllowedUids {}

    /** A single one. */
    record Only(long uid) implements AllowedUids {}

    /**
     * Nobody can say, so nothing may be changed.
     *
     * @param reason why, naming the annotation or the constraints and the value that was found
     */
    record Unknown(String reason) implements AllowedUids {}

    /** {@return whether a container may run as this user id} Root never may, nor what Kubernetes refuses as a number. */
    default boolean contains(long uid) {
        if (uid < 1 || uid > UidRange.HIGHEST_UID) {
            return false;
        }
        return switch (this) {
            case Within(var range) -> range.contains(uid);
            case Only(var only) -> uid == only;
            case AnyNonRoot _, Unknown _ -> true;
        };
    }

    /** {@return the user ids in words, for messages} */
    default String inWords() {
        return switch (this) {
            case Within(var range) -> "user ids " + range;
            case Only(var uid) -> "user id " + uid;
            case AnyNonRoot _, Unknown _ -> "user ids 1-" + UidRange.HIGHEST_UID;
        };
    }

    /**
     * {@return what the constraints that admitted the pod allow, else the range of its namespace, else any but root}
     *
     * @param scc {@code runAsUser} of the constraints named by the pod's annotation {@value OpenShift#SCC}
     * @param uidRangeAnnotation the namespace's annotation {@value OpenShift#UID_RANGE}
     */
    static AllowedUids of(Optional<SccRunAsUser> scc, Optional<String> uidRangeAnnotation) {
        if (scc.isPresent()) {
            return of(scc.get(), uidRangeAnnotation);
        }
        return uidRangeAnnotation.map(AllowedUids::ofAnnotation).orElseGet(AnyNonRoot::new);
    }

    private static AllowedUids of(SccRunAsUser scc, Optional<String> uidRangeAnnotation) {
        return switch (scc.type()) {
            case SccRunAsUser.RUN_AS_ANY, SccRunAsUser.MUST_RUN_AS_NON_ROOT -> new AnyNonRoot();
            case SccRunAsUser.MUST_RUN_AS ->
                scc.uid().isPresent()
                        ? new Only(scc.uid().getAsLong())
                        : new Unknown("the pod's SecurityContextConstraints say MustRunAs without a uid");
            case SccRunAsUser.MUST_RUN_AS_RANGE -> ofRange(scc, uidRangeAnnotation);
            default ->
                new Unknown("the pod's SecurityContextConstraints have the runAsUser type " + GoText.quote(scc.type()));
        };
    }

    private static AllowedUids ofRange(SccRunAsUser scc, Optional<String> uidRangeAnnotation) {
        if (scc.rangeMin().isEmpty() && scc.rangeMax().isEmpty()) {
            return uidRangeAnnotation
                    .map(AllowedUids::ofAnnotation)
                    .orElseGet(() -> new Unknown("the namespace has no annotation " + OpenShift.UID_RANGE));
        }
        if (scc.rangeMin().isEmpty() || scc.rangeMax().isEmpty()) {
            return new Unknown("the pod's SecurityContextConstraints have only one end of a range");
        }
        long min = scc.rangeMin().getAsLong();
        long max = scc.rangeMax().getAsLong();
        return 0 <= min && min <= max && max <= UidRange.HIGHEST_READABLE
                ? new Within(new UidRange(min, max))
                : new Unknown("the pod's SecurityContextConstraints have the range " + min + " to " + max);
    }

    private static AllowedUids ofAnnotation(String annotation) {
        return UidRange.read(annotation)
                .<AllowedUids>map(read -> new Within(read.range()))
                .orElse(reason -> new Unknown("the namespace's annotation " + OpenShift.UID_RANGE + " is "
                        + GoText.quote(annotation) + ": " + reason));
    }
}
