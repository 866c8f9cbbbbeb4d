// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.values.Difference;
import io.linkerd.multus.values.InjectorVerdict;
import io.linkerd.multus.values.PathEffect;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.ValuesText;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.List;
import java.util.Optional;

/**
 * Linkerd's values compared with the desired ones.
 *
 * @param verdict what Linkerd's injector does with the text
 * @param text the values; empty where Linkerd cannot read them
 * @param all the drift
 * @param apart desired values that are in place, and that Linkerd's CNI configuration has otherwise, for a person; none with {@code allowPartial}
 * @param idle desired values without an effect, whether they differ or not
 */
record DriftReport(
        InjectorVerdict verdict,
        Optional<ValuesText> text,
        List<ValueDrift> all,
        List<String> apart,
        List<ValuesPath> idle) {
    private static final ValuesPath CNI_ENABLED = ValuesPath.of("cniEnabled");

    static DriftReport of(LinkerdConfigSpec spec, String text, ObservedCniConfig cniConfig) {
        return switch (ValuesText.read(text)) {
            case Result.Ok<ValuesText>(var values) -> of(spec, values, cniConfig);
            case Result.Not<ValuesText> _ ->
                new DriftReport(InjectorVerdict.of(text), Optional.empty(), List.of(), List.of(), List.of());
        };
    }

    private static DriftReport of(LinkerdConfigSpec spec, ValuesText values, ObservedCniConfig cniConfig) {
        boolean cni = values.seenAt(CNI_ENABLED)
                .filter(new ValueTree.Flag(true)::equals)
                .isPresent();
        var all = Difference.of(spec.wanted(), values).stream()
                .map(difference -> new ValueDrift(
                        difference,
                        cniConfig
                                .disagreement(difference)
                                .filter(_ -> cni)
                                .map(fact -> new PathEffect(PathEffect.Need.NEW_PODS_AND_CNI_CONFIG, fact))
                                .orElseGet(() -> PathEffect.of(difference.path(), cni))))
                .toList();
        var idle = spec.wanted().keySet().stream()
                .filter(path -> PathEffect.of(path, cni).need() == PathEffect.Need.NOTHING)
                .toList();
        var apart = cni && !spec.allowPartial() ? apart(spec, values, cniConfig) : List.<String>of();
        return new DriftReport(InjectorVerdict.of(values), Optional.of(values), all, apart, idle);
    }

    /** A section may be wanted as a whole. */
    private static List<String> apart(LinkerdConfigSpec spec, ValuesText values, ObservedCniConfig cniConfig) {
        return cniConfig
                .known()
                .filter(path -> spec.wanted().keySet().stream()
                        .anyMatch(
                                wanted -> path.names().size() >= wanted.names().size()
                                        && path.names()
                                                .subList(0, wanted.names().size())
                                                .equals(wanted.names())))
                .flatMap(path -> values.seenAt(path).stream()
                        .flatMap(value ->
                                cniConfig.disagreement(new Difference(path, value, Optional.of(value))).stream()
                                        .map(fact -> path + " (" + fact + ")")))
                .sorted()
                .toList();
    }
}
