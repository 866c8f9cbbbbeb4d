// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.time.Duration;
import java.util.List;

/** What follows from dry runs since Linkerd's values were written. */
public sealed interface VerificationPlan {
    /** Make another dry run later: kubelets update the mounted text of each injector at a time of their own. */
    record Ask() implements VerificationPlan {}

    /** The last results agree: the text is in force, and works. */
    record Agreed() implements VerificationPlan {}

    /** Restore the previous text. */
    record PutBack(String reason) implements VerificationPlan {}

    /** It cannot be verified. */
    record GiveUp(String reason) implements VerificationPlan {}

    /** So many in a row are no accident. The API server keeps its connection to one replica, so they may all be that one's. */
    int IN_A_ROW = 8;

    /** A kubelet syncs mounted ConfigMaps once a minute, with jitter, from a cache: after this time all injectors have the text. */
    Duration PROPAGATED = Duration.ofMinutes(2);

    /** After that another cause keeps the results from agreeing. */
    Duration LONGEST = Duration.ofMinutes(5);

    /** So many without a proxy in a row are no accident of one injector that is being replaced. */
    int UNMESHED_IN_A_ROW = 3;

    /**
     * {@return what follows}
     *
     * @param before the result before the write; where it is not known, the first one
     * @param since results since the write, the oldest first
     * @param elapsed since the write
     */
    static VerificationPlan of(InjectionProbeResult before, List<InjectionProbeResult> since, Duration elapsed) {
        if (!(before instanceof InjectionProbeResult.Injected)) {
            return new GiveUp(
                    before instanceof InjectionProbeResult.NotAsked(var reason)
                            ? reason
                            : "a dry-run pod was not injected before the write either");
        }
        if (since.isEmpty()) {
            return new Ask();
        }
        if (since.getLast() instanceof InjectionProbeResult.Refused(var reason)) {
            return new PutBack(reason);
        }
        if (isRow(since, UNMESHED_IN_A_ROW) && since.getLast() instanceof InjectionProbeResult.NotInjected) {
            return new PutBack("pods are taken without a proxy");
        }
        if (isRow(since, IN_A_ROW)
                && since.getLast() instanceof InjectionProbeResult.Injected
                && elapsed.compareTo(PROPAGATED) >= 0) {
            return new Agreed();
        }
        return elapsed.compareTo(LONGEST) >= 0
                ? new GiveUp("answers did not agree in " + LONGEST.toMinutes() + " minutes")
                : new Ask();
    }

    private static boolean isRow(List<InjectionProbeResult> answers, int length) {
        return answers.size() >= length
                && answers.subList(answers.size() - length, answers.size()).stream()
                                .distinct()
                                .count()
                        == 1;
    }
}
