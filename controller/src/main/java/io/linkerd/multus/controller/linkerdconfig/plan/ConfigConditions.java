// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.certificates.PemBundle;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import io.linkerd.multus.values.InjectorVerdict;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.linkerdconfig.FieldProblem;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the conditions of a {@code LinkerdConfig}, in their order. No message has a value that may be secret. */
public final class ConfigConditions {
    /** The reason of each condition about a text beyond our bounds. */
    static final String NOT_JUDGED = "NotJudged";

    /** A wanted certificate has ended, or has not begun: nothing is compared at its path, and all others are. */
    static final String CERTIFICATE_OUT_OF_DATE = "CertificateOutOfDate";

    /** The reason where a value and Linkerd's CNI configuration disagree. */
    static final String NEEDS_CNI_CONFIG = "NeedsCniConfig";

    private static final String SPEC_INVALID = "SpecInvalid";
    private static final String UNREADABLE = "ConfigMapUnreadable";
    private static final String MISSING = "ConfigMapMissing";
    private static final String OLDER = "OlderLayout";
    private static final String AS_WANTED = "AsWanted";

    /** As many problems of a spec are named, and as many fields without an effect. */
    private static final int MOST = 16;

    private ConfigConditions() {}

    /**
     * {@return the conditions of the active one}
     *
     * @param outOfDate certificates that its spec has no more, since they have ended or have not begun
     * @param problems of its spec; where there are any, nothing is compared
     * @param report the drift; empty where nothing is compared
     * @param enforced the condition about the drift's correction; empty where nothing is compared
     */
    static List<ConfigCondition> of(
            LinkerdConfigPlanInputs inputs,
            List<FieldProblem> outOfDate,
            List<FieldProblem> problems,
            Optional<DriftReport> report,
            Optional<ConfigCondition> enforced) {
        var spec = inputs.config().spec();
        return Stream.of(
                        Optional.of(accepted(problems)),
                        Optional.of(inStep(inputs, problems, report)),
                        Optional.of(injectionBroken(inputs, report)),
                        enforced,
                        trustRoots(spec, inputs.roots()),
                        unknownFields(
                                spec, outOfDate, report.map(DriftReport::idle).orElse(List.of())))
                .flatMap(Optional::stream)
                .toList();
    }

    /** {@return the only condition of one that is ignored} */
    public static ConfigCondition ignored(ObservedLinkerdConfig active) {
        return new ConfigCondition(
                ConditionType.ACCEPTED,
                Status.FALSE,
                "OlderOneHonoured",
                active.words()
                        + " is older, and the one that is honoured; nothing of this one is carried out. Keep one of them.");
    }

    private static ConfigCondition accepted(List<FieldProblem> problems) {
        return problems.isEmpty()
                ? new ConfigCondition(ConditionType.ACCEPTED, Status.TRUE, "Accepted", "the spec can be carried out")
                : new ConfigCondition(
                        ConditionType.ACCEPTED,
                        Status.FALSE,
                        SPEC_INVALID,
                        problems.stream()
                                .limit(MOST)
                                .map(FieldProblem::toString)
                                .collect(Collectors.joining("; ")));
    }

    private static ConfigCondition inStep(
            LinkerdConfigPlanInputs inputs, List<FieldProblem> problems, Optional<DriftReport> report) {
        return problems.isEmpty()
                ? inStep(inputs, report)
                : inStep(Status.UNKNOWN, SPEC_INVALID, "the spec has problems; nothing is compared");
    }

    private static ConfigCondition compared(LinkerdConfigPlanInputs inputs, DriftReport report) {
        if (report.verdict() instanceof InjectorVerdict.NotJudged) {
            return inStep(Status.UNKNOWN, NOT_JUDGED, words(report.verdict()));
        }
        if (report.text().isEmpty()) {
            return inStep(
                    Status.UNKNOWN, "ValuesUnreadable", "Linkerd cannot read its values, so they cannot be compared");
        }
        if (report.all().isEmpty()) {
            return inStep(
                    Status.TRUE,
                    AS_WANTED,
                    "all " + inputs.config().spec().wanted().size() + " values are as wanted");
        }
        var words = ValueDrift.words(report.all());
        return inStep(
                Status.FALSE,
                "Differs",
                inputs.before().isAgain(inputs.config().generation())
                        ? words + "; " + disagreement(inputs, report.all())
                        : words);
    }

    private static ConfigCondition inStep(LinkerdConfigPlanInputs inputs, Optional<DriftReport> report) {
        var spec = inputs.config().spec();
        var where = "ConfigMap " + spec.controlPlaneNamespace() + "/" + spec.configMap();
        return switch (inputs.values()) {
            case ObservedValues.There _ -> compared(inputs, report.orElseThrow());
            case ObservedValues.Unreadable(var reason) ->
                inStep(Status.UNKNOWN, UNREADABLE, where + " cannot be read: " + reason);
            case ObservedValues.Missing _ ->
                inStep(
                        Status.UNKNOWN,
                        MISSING,
                        where
                                + " is not there; install Linkerd, or name its place in spec.controlPlaneNamespace and"
                                + " spec.configMap");
            case ObservedValues.Older _ ->
                inStep(
                        Status.UNKNOWN,
                        OLDER,
                        where
                                + " has the layout of Linkerd before 2.9 (global, proxy, install), which is reported"
                                + " and never written; upgrade Linkerd");
            case ObservedValues.WithoutKey _ ->
                inStep(
                        Status.UNKNOWN,
                        "KeyMissing",
                        where + " has no key " + ObservedValues.KEY + "; have Helm or linkerd upgrade write it");
        };
    }

    private static ConfigCondition inStep(Status status, String reason, String message) {
        return new ConfigCondition(ConditionType.IN_STEP, status, reason, message);
    }

    /** A dry run that failed counts more than a verdict on the text that finds nothing; while nothing is compared, the verdict alone counts. */
    private static ConfigCondition injectionBroken(LinkerdConfigPlanInputs inputs, Optional<DriftReport> report) {
        var before = inputs.before().forSpec(inputs.config().generation());
        return report.isPresent() && report.get().verdict().isFine() && before.isRefusedInPlace()
                ? injectionBroken(Status.TRUE, "RefusedByInjector", refusedInPlace(before))
                : report.map(found -> injectionBroken(found.verdict()))
                        .orElseGet(() -> injectionBroken(inputs.values()));
    }

    private static ConfigCondition injectionBroken(ObservedValues values) {
        return switch (values) {
            case ObservedValues.There there -> injectionBroken(InjectorVerdict.of(there.text()));
            case ObservedValues.Unreadable _ ->
                injectionBroken(Status.UNKNOWN, UNREADABLE, "the ConfigMap cannot be read");
            case ObservedValues.Missing _ -> injectionBroken(Status.UNKNOWN, MISSING, "the ConfigMap is not there");
            case ObservedValues.Older _ ->
                injectionBroken(
                        Status.UNKNOWN,
                        OLDER,
                        "whether the injector can read this layout depends on its version; 2.9 and later cannot");
            case ObservedValues.WithoutKey _ ->
                injectionBroken(
                        Status.TRUE,
                        "PodsDenied",
                        "the key " + ObservedValues.KEY
                                + " is missing: Linkerd's injector finds no file and denies every new pod and Service"
                                + " in the namespaces that its webhook selects");
        };
    }

    private static ConfigCondition injectionBroken(InjectorVerdict verdict) {
        var words = words(verdict);
        return switch (verdict) {
            case InjectorVerdict.Fine _ -> injectionBroken(Status.FALSE, "Injects", words);
            case InjectorVerdict.DeniesAll _ -> injectionBroken(Status.TRUE, "PodsDenied", words);
            case InjectorVerdict.Unmeshed _ -> injectionBroken(Status.TRUE, "PodsUnmeshed", words);
            case InjectorVerdict.PodsFail _ -> injectionBroken(Status.TRUE, "PodsFail", words);
            case InjectorVerdict.NotJudged _ -> injectionBroken(Status.UNKNOWN, NOT_JUDGED, words);
        };
    }

    private static ConfigCondition injectionBroken(Status status, String reason, String message) {
        return new ConfigCondition(ConditionType.INJECTION_BROKEN, status, reason, message);
    }

    /** Present where the spec has trust anchors. The order of certificates, comments and line ends are no difference. */
    private static Optional<ConfigCondition> trustRoots(LinkerdConfigSpec spec, TrustRoots roots) {
        return spec.trustAnchors()
                .map(wanted -> roots.pem()
                        .map(there -> trustRoots(certificates(wanted.pem()), certificates(there)))
                        .orElseGet(() -> trustRoots(Status.UNKNOWN, "TrustRootsUnknown", roots.problem())));
    }

    private static ConfigCondition trustRoots(Set<String> wanted, Set<String> there) {
        var missing = new HashSet<>(wanted);
        missing.removeAll(there);
        var more = new HashSet<>(there);
        more.removeAll(wanted);
        return missing.isEmpty() && more.isEmpty()
                ? trustRoots(Status.TRUE, AS_WANTED, "the trust roots are the wanted certificates")
                : trustRoots(
                        Status.FALSE,
                        "TrustRootsDiffer",
                        "of " + wanted.size() + " wanted certificates " + missing.size() + " are not in ConfigMap "
                                + TrustRoots.CONFIG_MAP + ", which has " + more.size()
                                + " others; Linkerd's injector takes them from there, and nothing is written:"
                                + " rotate them as Linkerd's documentation says");
    }

    private static ConfigCondition trustRoots(Status status, String reason, String message) {
        return new ConfigCondition(ConditionType.TRUST_ROOTS_IN_STEP, status, reason, message);
    }

    private static Set<String> certificates(String pem) {
        return PemBundle.read(pem).certificates().stream()
                .flatMap(block -> block.base64().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Present where a field has no effect; {@code idle} are values that Linkerd has a place for, and reads nowhere. */
    private static Optional<ConfigCondition> unknownFields(
            LinkerdConfigSpec spec, List<FieldProblem> outOfDate, List<ValuesPath> idle) {
        var words = Stream.concat(
                        Stream.concat(outOfDate.stream(), spec.homeless().stream())
                                .map(FieldProblem::toString),
                        idle.stream()
                                .map(path ->
                                        path + ": nothing of Linkerd reads it in this cluster, so it has no effect"))
                .toList();
        if (words.isEmpty()) {
            return Optional.empty();
        }
        var more = words.size() > MOST ? "; " + (words.size() - MOST) + " more" : "";
        return Optional.of(new ConfigCondition(
                ConditionType.HAS_UNKNOWN_FIELDS,
                Status.TRUE,
                noEffect(spec, outOfDate),
                words.stream().limit(MOST).collect(Collectors.joining("; ")) + more));
    }

    private static String noEffect(LinkerdConfigSpec spec, List<FieldProblem> outOfDate) {
        if (!outOfDate.isEmpty()) {
            return CERTIFICATE_OUT_OF_DATE;
        }
        return spec.homeless().isEmpty() ? "NoEffect" : "NoPlaceInLinkerd";
    }

    /** {@return the line, the reason and the consequence} */
    static String words(InjectorVerdict verdict) {
        return switch (verdict) {
            case InjectorVerdict.Fine _ -> "Linkerd's injector can work with its values";
            case InjectorVerdict.DeniesAll(var line, var reason) ->
                at(line, reason)
                        + "; it denies every new pod and Service in the namespaces that its webhook selects, whether"
                        + " meshed or not and whatever the failurePolicy";
            case InjectorVerdict.Unmeshed(var line, var reason) ->
                at(line, reason)
                        + "; it gives no answer, so with failurePolicy Ignore new pods start without a proxy, in"
                        + " silence";
            case InjectorVerdict.PodsFail(var line, var reason) ->
                at(line, reason) + "; new pods of the mesh do not start";
            case InjectorVerdict.NotJudged(var line, var reason) ->
                at(line, reason)
                        + ", which is more than linkerd-multus reads: whether Linkerd's injector can work with it is"
                        + " not known, and nothing is compared or written. Take out what Linkerd does not read, and"
                        + " until then try a meshed pod by kubectl create --dry-run=server";
        };
    }

    private static String at(int line, String reason) {
        return "line " + line + ": " + reason;
    }

    /** {@return which writers disagree, and on which paths} */
    static String disagreement(LinkerdConfigPlanInputs inputs, List<ValueDrift> report) {
        return inputs.managingTool().words() + " and " + inputs.config().words() + " disagree on "
                + ValueDrift.paths(report);
    }

    /** {@return that injectors deny pods, and the remedy} */
    static String refusedInPlace(EnforcementState before) {
        return "Linkerd's injectors refuse pods or Services since this was written: "
                + before.refused().reason()
                + "; the leader that wrote it puts the text of before back. Where it has ended meanwhile, that text is"
                + " not known any more: have Helm or linkerd upgrade write Linkerd's values, or change this"
                + " LinkerdConfig";
    }
}
