// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.values.Difference;
import io.linkerd.multus.values.PathEffect;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A path at which Linkerd's value is not the desired one, and what it takes until an edit is in force.
 *
 * @param difference path and both values
 * @param effect what Linkerd does with the value
 */
public record ValueDrift(Difference difference, PathEffect effect) {
    /** As the status has {@link PathEffect.Need#NEW_PODS_AND_CNI_CONFIG}. */
    public static final String NEEDS_CNI_CONFIG = "NewPodsAndCniConfig";

    /** As many are named; the rest is counted. */
    private static final int MOST_NAMED = 8;

    /** {@return whether the ConfigMap may be edited there} */
    boolean mayBeWritten(boolean allowPartial) {
        return switch (effect.need()) {
            case NEW_PODS, NOTHING -> true;
            case NEW_PODS_AND_LINKERD_UPGRADE, NEW_PODS_AND_CNI_CONFIG -> allowPartial;
            case LINKERD_UPGRADE -> false;
        };
    }

    /** {@return what it takes, as the status has it} */
    public String need() {
        return switch (effect.need()) {
            case NEW_PODS -> "NewPods";
            case LINKERD_UPGRADE -> "LinkerdUpgrade";
            case NEW_PODS_AND_LINKERD_UPGRADE -> "NewPodsAndLinkerdUpgrade";
            case NEW_PODS_AND_CNI_CONFIG -> NEEDS_CNI_CONFIG;
            case NOTHING -> "NoEffect";
        };
    }

    /** {@return paths and values; of many the first} */
    static String words(List<ValueDrift> findings) {
        return first(findings, finding -> finding.difference().words(), "; ");
    }

    /** {@return the paths; of many the first} */
    static String paths(List<ValueDrift> findings) {
        return first(findings, finding -> finding.difference().path().toString(), ", ");
    }

    /** {@return the paths, and why an edit of the ConfigMap alone does not suffice; of many the first} */
    static String facts(List<ValueDrift> findings) {
        return first(
                findings,
                finding -> finding.difference().path() + " (" + finding.effect().fact() + ")",
                ", ");
    }

    private static String first(List<ValueDrift> findings, Function<ValueDrift, String> words, String between) {
        var named = findings.stream().limit(MOST_NAMED).map(words).collect(Collectors.joining(between));
        return findings.size() > MOST_NAMED ? named + between + (findings.size() - MOST_NAMED) + " more" : named;
    }
}
