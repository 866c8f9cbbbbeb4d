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

/** The conditions of a {@code LinkerdConfig}, in their order. A message holds no value that may be secret. */
public final class ConfigConditions {
    /** The reason of each condition about a text beyond our bounds. */
    static final String NOT_JUDGED = "NotJudged";

    private static final String SPEC_INVALID = "SpecInvalid";
    private static final String UNREADABLE = "ConfigMapUnreadable";
    private static final String MISSING = "ConfigMapMissing";
    private static final String OLDER = "OlderLayout";
    private static final String AS_WANTED = "AsWanted";

    /** As many problems of a spec are told, and as many fields without an effect. */
    private static final int MOST = 16;

    private ConfigConditions() {}

    /**
     * {@return the conditions of the one that is honoured}
     *
     * @param problems of its spec; where there are any, nothing is compared
     * @param findings what differs; empty where nothing is compared
     * @param enforced what is done about it; empty where nothing is compared
     */
    static List<ConfigCondition> of(
            LinkerdConfigPlanInputs view,
            List<FieldProblem> problems,
            Optional<DriftReport> findings,
            Optional<ConfigCondition> enforced) {
        var spec = view.config().spec();
        return Stream.of(
                        Optional.of(accepted(problems)),
                        Optional.of(inStep(view, problems, findings)),
                        Optional.of(injectionBroken(view, findings)),
                        enforced,
                        trustRoots(spec, view.roots()),
                        unknownFields(spec, findings.map(DriftReport::idle).orElse(List.of())))
                .flatMap(Optional::stream)
                .toList();
    }

    /** {@return the only condition of one that is not honoured} */
    public static ConfigCondition besides(ObservedLinkerdConfig honoured) {
        return new ConfigCondition(
                ConditionType.ACCEPTED,
                Status.FALSE,
                "OlderOneHonoured",
                honoured.words()
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
            LinkerdConfigPlanInputs view, List<FieldProblem> problems, Optional<DriftReport> findings) {
        return problems.isEmpty()
                ? findings.map(found -> compared(view, found)).orElseGet(() -> notCompared(view))
                : inStep(Status.UNKNOWN, SPEC_INVALID, "the spec has problems; nothing is compared");
    }

    private static ConfigCondition compared(LinkerdConfigPlanInputs view, DriftReport findings) {
        if (findings.verdict() instanceof InjectorVerdict.NotJudged) {
            return inStep(Status.UNKNOWN, NOT_JUDGED, words(findings.verdict()));
        }
        if (findings.text().isEmpty()) {
            return inStep(
                    Status.UNKNOWN, "ValuesUnreadable", "Linkerd cannot read its values, so they cannot be compared");
        }
        if (findings.all().isEmpty()) {
            return inStep(
                    Status.TRUE,
                    AS_WANTED,
                    "all " + view.config().spec().wanted().size() + " values are as wanted");
        }
        var words = ValueDrift.words(findings.all());
        return inStep(
                Status.FALSE,
                "Differs",
                view.before().isAgain(view.config().generation())
                        ? words + "; " + disagreement(view, findings.all())
                        : words);
    }

    private static ConfigCondition notCompared(LinkerdConfigPlanInputs view) {
        var spec = view.config().spec();
        var where = "ConfigMap " + spec.controlPlaneNamespace() + "/" + spec.configMap();
        return switch (view.values()) {
            case ObservedValues.There _ -> inStep(Status.UNKNOWN, "NotCompared", "not compared");
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

    /** Injectors that were asked know better than a verdict that finds nothing; while nothing is compared, the verdict alone counts. */
    private static ConfigCondition injectionBroken(LinkerdConfigPlanInputs view, Optional<DriftReport> findings) {
        var before = view.before().forSpec(view.config().generation());
        return findings.isPresent() && findings.get().verdict().isFine() && before.isRefusedInPlace()
                ? injectionBroken(Status.TRUE, "RefusedByInjector", refusedInPlace(before))
                : findings.map(found -> injectionBroken(found.verdict()))
                        .orElseGet(() -> injectionBroken(view.values()));
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

    /** There is one where certificates are wanted. Their order, comments and line ends are no difference. */
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

    /** {@code idle} is what Linkerd has a place for, and reads nowhere. */
    private static Optional<ConfigCondition> unknownFields(LinkerdConfigSpec spec, List<ValuesPath> idle) {
        var words = Stream.concat(
                        spec.homeless().stream().map(FieldProblem::toString),
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
                spec.homeless().isEmpty() ? "NoEffect" : "NoPlaceInLinkerd",
                words.stream().limit(MOST).collect(Collectors.joining("; ")) + more));
    }

    /** {@return line, reason and what follows} */
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

    /** {@return who disagrees with whom, and where} */
    static String disagreement(LinkerdConfigPlanInputs view, List<ValueDrift> findings) {
        return view.owner().words() + " and " + view.config().words() + " disagree on " + ValueDrift.paths(findings);
    }

    /** {@return that pods are refused, and what to do} */
    static String refusedInPlace(EnforcementState before) {
        return "Linkerd's injectors refuse pods or Services since this was written: " + before.refused()
                + "; the leader that wrote it puts the text of before back. Where it has ended meanwhile, that text is"
                + " not known any more: have Helm or linkerd upgrade write Linkerd's values, or change this"
                + " LinkerdConfig";
    }
}
