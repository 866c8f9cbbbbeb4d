// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a {@code LinkerdConfig} asks for. Where it has {@link #problems}, nothing of it is to be carried out.
 *
 * @param controlPlaneNamespace where Linkerd's control plane is, and its ConfigMap
 * @param configMap name of the ConfigMap whose key {@code values} has Linkerd's values
 * @param mode whether what differs is put right, or told alone
 * @param allowPartial whether a path may be edited that the control plane does not take from the ConfigMap as well
 * @param rollouts how outdated workloads are restarted
 * @param wanted what has to hold: texts, numbers, flags, nulls and whole lists, never a mapping; without the trust anchors
 * @param fields the field of the object that says each of {@code wanted}
 * @param trustAnchors the certificates that are expected in Linkerd's trust roots: looked at, never written
 * @param homeless fields of 2019 that Linkerd has no place for any more, with the reason
 * @param problems what could not be read, or contradicts itself
 */
public record LinkerdConfigSpec(
        String controlPlaneNamespace,
        String configMap,
        Mode mode,
        boolean allowPartial,
        RolloutSpec rollouts,
        SortedMap<ValuesPath, ValueTree> wanted,
        SortedMap<ValuesPath, String> fields,
        Optional<TrustAnchors> trustAnchors,
        List<FieldProblem> homeless,
        List<FieldProblem> problems) {
    /** Linkerd's trust anchors as its values have them. Linkerd's injector takes those of another ConfigMap. */
    public static final ValuesPath TRUST_ANCHORS = SeedField.TRUST_ANCHORS.path();

    private static final String CONTROL_PLANE_NAMESPACE = "linkerd";
    private static final String CONFIG_MAP = "linkerd-config";

    /** Copies. */
    public LinkerdConfigSpec {
        wanted = Collections.unmodifiableSortedMap(new TreeMap<>(wanted));
        fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
        homeless = List.copyOf(homeless);
        problems = List.copyOf(problems);
    }

    /** What is done about a difference. */
    public enum Mode {
        /** It is told. */
        OBSERVE("Observe"),
        /** It is put right. */
        ENFORCE("Enforce");

        private final String title;

        Mode(String title) {
            this.title = title;
        }

        /** {@return how it is written} */
        public String title() {
            return title;
        }
    }

    /**
     * Certificates that are expected in the trust roots.
     *
     * @param pem one or more
     * @param field that names them
     */
    public record TrustAnchors(String pem, String field) {}

    /** {@return what an object asks for} Nothing is refused here; what is wrong is among the problems. */
    public static LinkerdConfigSpec of(LinkerdConfig config) {
        var problems = new ArrayList<FieldProblem>();
        if (!config.whole()) {
            problems.add(new FieldProblem(
                    "spec",
                    "has more than " + LinkerdConfig.MOST_VALUES + " values; write those alone that have to hold"));
        }
        var fields = new SpecFields(config.spec(), "spec", problems);
        List.of("values", "proxy").forEach(fields::section);
        var values = WantedValues.of(config.spec(), problems);
        var anchors = trustAnchors(values, problems);
        var seed = fields.section("global");
        return new LinkerdConfigSpec(
                place(fields, "controlPlaneNamespace", seed, "linkerdNamespace").orElse(CONTROL_PLANE_NAMESPACE),
                place(fields, "configMap", seed, "configMap").orElse(CONFIG_MAP),
                mode(fields),
                fields.flag("allowPartial"),
                RolloutSpec.read(fields.section("rollouts")),
                values.wanted(),
                values.fields(),
                anchors,
                Homeless.of(config.spec()),
                problems);
    }

    /** It is wanted like any other value, and kept apart, since writing it would change nothing that Linkerd's injector reads. */
    private static Optional<TrustAnchors> trustAnchors(WantedValues values, List<FieldProblem> problems) {
        var path = values.wanted().keySet().stream()
                .filter(each -> each.toString().equalsIgnoreCase(TRUST_ANCHORS.toString()))
                .findFirst();
        if (path.isEmpty()) {
            return Optional.empty();
        }
        var value = values.wanted().remove(path.get());
        var field = Objects.requireNonNull(values.fields().remove(path.get()));
        if (value instanceof ValueTree.Text(var pem)) {
            return Optional.of(pem).filter(text -> !text.isBlank()).map(text -> new TrustAnchors(text, field));
        }
        problems.add(new FieldProblem(field, "has to be certificates in PEM, as one text"));
        return Optional.empty();
    }

    /** Where something is was said in another field in 2019. */
    private static Optional<String> place(SpecFields fields, String name, SpecFields seed, String old) {
        var now = fields.text(name);
        var then = seed.text(old);
        if (now.isPresent() && then.isPresent() && !now.equals(then)) {
            seed.problem(old, "is another one than spec." + name + " says; write one of them");
        }
        return now.or(() -> then);
    }

    private static Mode mode(SpecFields fields) {
        var modes = Arrays.stream(Mode.values()).map(Mode::title).collect(Collectors.joining(" or "));
        return fields.read(
                        "mode",
                        modes,
                        value -> Arrays.stream(Mode.values())
                                .filter(mode -> value instanceof ValueTree.Text(var text) && mode.title.equals(text))
                                .findFirst())
                .orElse(Mode.OBSERVE);
    }
}
