// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.contracts.Result;
import java.time.Instant;
import java.util.Optional;

/** What this replica does about a certificate that others make. */
sealed interface MountedPlan {

    /** Serves on with what it has. A problem is why it does not take what is mounted. */
    record Keep(Optional<String> problem) implements MountedPlan {}

    /** Serves what is mounted. */
    record Serve(MountedCertificate certificate, String reason) implements MountedPlan {}

    /** What API servers make of a certificate, as far as this replica is told whom they trust. */
    @FunctionalInterface
    interface Judgement {
        /** {@return why they would refuse it; nothing where they would not} */
        Optional<String> whyRefused(MountedCertificate certificate);
    }

    /** {@return the plan} What is good is never given up for what is not. */
    static MountedPlan of(
            Optional<MountedCertificate> served, Result<MountedCertificate> mounted, Judgement judgement, Instant now) {
        return switch (mounted) {
            case Result.Not<MountedCertificate>(var reason) -> new Keep(Optional.of(reason));
            case Result.Ok<MountedCertificate>(var found) ->
                served.equals(Optional.of(found)) ? new Keep(Optional.empty()) : of(served, found, judgement, now);
        };
    }

    private static MountedPlan of(
            Optional<MountedCertificate> served, MountedCertificate found, Judgement judgement, Instant now) {
        if (found.leaf().hasEnded(now)) {
            return new Keep(Optional.of("it ended at " + found.leaf().notAfter()));
        }
        boolean good = served.filter(known -> known.leaf().isValid(now))
                .filter(known -> judgement.whyRefused(known).isEmpty())
                .isPresent();
        if (good && !found.leaf().isValid(now)) {
            return new Keep(Optional.of(
                    "it begins at " + found.leaf().notBefore() + " only, and the last one is good until then"));
        }
        var refused = judgement.whyRefused(found);
        if (good && refused.isPresent()) {
            return new Keep(refused);
        }
        var reason = served.isEmpty() ? "there was none" : "another one is mounted";
        return new Serve(
                found,
                found.leaf().isValid(now)
                        ? reason
                        : reason + "; it begins at " + found.leaf().notBefore() + " by this node's clock");
    }
}
