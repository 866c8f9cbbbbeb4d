// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.time.Duration;
import java.util.List;

/** What follows from the answers of Linkerd's injectors since their values were written. No moment is waited for longer than it takes. */
public sealed interface VerificationPlan {
    /** Ask again after a while: kubelets bring the text to each injector at its own time. */
    record Ask() implements VerificationPlan {}

    /** All answers agree: the text is in force, and works. */
    record Agreed() implements VerificationPlan {}

    /** The previous text is to be put back. */
    record PutBack(String reason) implements VerificationPlan {}

    /** It cannot be told. */
    record GiveUp(String reason) implements VerificationPlan {}

    /** So many in a row are no accident. The API server keeps its connection to one replica, so they may all be that one's. */
    int IN_A_ROW = 8;

    /** A kubelet looks at mounted ConfigMaps once a minute, with jitter, behind its own cache: by now all injectors have the text. */
    Duration PROPAGATED = Duration.ofMinutes(2);

    /** After that something other is wrong. */
    Duration LONGEST = Duration.ofMinutes(5);

    /** So many without a proxy in a row are no accident of one injector that is being replaced. */
    int UNMESHED_IN_A_ROW = 3;

    /**
     * {@return what follows}
     *
     * @param before the answer before the write; where it is not known, the first one
     * @param since answers since it, the oldest first
     * @param elapsed since it
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
