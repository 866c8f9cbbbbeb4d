// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.uids.UidRange;
import io.linkerd.multus.controller.engine.watch.NamespaceWords;
import io.linkerd.multus.controller.pods.MeshPodReader;
import io.linkerd.multus.controller.pods.RealPods;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.pods.plan.Roots;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import io.linkerd.multus.controller.workloads.plan.Finding;
import io.linkerd.multus.controller.workloads.plan.Findings;
import io.linkerd.multus.controller.workloads.plan.OutdatedReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a new pod would get, by what the API server holds, and so in what an old one is outdated. */
class ExpectedPodsTest {
    private static final NamespaceWords MESHED = new NamespaceWords(Map.of("linkerd.io/inject", "enabled"), Map.of());
    private static final String ASKED = "config.linkerd.io/proxy-version";

    private final PodTraits pod =
            new MeshPodReader().read(RealPods.read(RealPods.NATIVE)).traits().orElseThrow();
    private final PodTraits openshift =
            new MeshPodReader().read(RealPods.read(RealPods.OPENSHIFT)).traits().orElseThrow();

    @Test
    void aPodOfToday() {
        assertThat(reasons(expected("linkerdVersion: edge-26.8.3", MESHED), template(Map.of())))
                .isEmpty();
    }

    @Test
    void anotherVersionInTheValues() {
        var found = findings(expected("linkerdVersion: edge-26.9.1", MESHED), template(Map.of()));

        assertThat(found)
                .containsExactly(new Finding(OutdatedReason.PROXY_VERSION, "edge-26.8.3 instead of edge-26.9.1", true));
    }

    @Test
    void theProxysOwnVersionCountsBeforeLinkerds() {
        var mesh = "linkerdVersion: edge-26.8.3\nproxy: {image: {version: edge-26.9.1}}";
        assertThat(reasons(expected(mesh, MESHED), template(Map.of()))).containsExactly(OutdatedReason.PROXY_VERSION);
        var empty = "linkerdVersion: edge-26.8.3\nproxy: {image: {version: ''}}";
        assertThat(reasons(expected(empty, MESHED), template(Map.of()))).isEmpty();
    }

    /** It was created while the injector was away. */
    @Test
    void aPodWithoutAProxyThatANewOneWouldHave() {
        assertThat(reasons(expected("linkerdVersion: edge-26.8.3", MESHED), without(false), template(Map.of())))
                .containsExactly(OutdatedReason.PROXY_MISSING);
    }

    /** It was outdated, evicted for it, and came back without one: again and again. */
    @Test
    void aPodThatTheInjectorLeavesAloneIsNotOutdated() {
        var expected = expected("linkerdVersion: edge-26.8.3", MESHED);
        var leftAlone = Optional.of(new Template(
                Map.of(), Map.of(), Optional.empty(), Optional.empty(), List.of(), Optional.empty(), true));

        assertThat(reasons(expected, without(true), template(Map.of()))).isEmpty();
        assertThat(reasons(expected, without(false), leftAlone)).isEmpty();
        assertThat(reasons(expected("linkerdVersion: edge-26.9.1", MESHED), pod, leftAlone))
                .as("one with a proxy that is old")
                .containsExactly(OutdatedReason.PROXY_VERSION);
    }

    private PodTraits without(boolean leftAlone) {
        return new PodTraits(
                pod.controlPlane(),
                pod.component(),
                Optional.empty(),
                pod.createdBy(),
                pod.asked(),
                pod.users(),
                true,
                pod.mark(),
                true,
                leftAlone);
    }

    /** An annotation overrides the values: such a pod must not be called outdated. */
    @Test
    void aVersionThatAnAnnotationPins() {
        var later = "linkerdVersion: edge-26.9.1";
        var pinned = new NamespaceWords(Map.of("linkerd.io/inject", "enabled", ASKED, "edge-26.8.3"), Map.of());

        assertThat(reasons(expected(later, MESHED), template(Map.of(ASKED, "edge-26.8.3"))))
                .isEmpty();
        assertThat(reasons(expected(later, pinned), template(Map.of()))).isEmpty();
        // An empty one of the pod wins, and pins nothing.
        assertThat(reasons(expected(later, pinned), template(Map.of(ASKED, ""))))
                .containsExactly(OutdatedReason.PROXY_VERSION);
        assertThat(reasons(expected(later, MESHED), openshift, Optional.empty()))
                .as("a pod whose template is not known")
                .doesNotContain(OutdatedReason.PROXY_VERSION);
    }

    @Test
    void otherTrustAnchors() {
        var mesh = mesh("linkerdVersion: edge-26.8.3").withBundle(Optional.of(Roots.A + Roots.B), Optional.empty());
        assertThat(reasons(new ExpectedPods(mesh, MESHED, Optional.empty(), false, true), template(Map.of())))
                .containsExactly(OutdatedReason.TRUST_ANCHORS);
    }

    /** A restart would take it out of the mesh. */
    @Test
    void aNamespaceThatIsNotMeshedAnyMore() {
        var later = "linkerdVersion: edge-26.9.1";
        var out = new NamespaceWords(
                Map.of("linkerd.io/inject", "enabled"), Map.of("config.linkerd.io/admission-webhooks", "disabled"));

        assertThat(reasons(expected(later, NamespaceWords.NONE), template(Map.of())))
                .containsExactly(OutdatedReason.PROXY_UNWANTED);
        assertThat(reasons(expected(later, MESHED), template(Map.of("linkerd.io/inject", "disabled"))))
                .containsExactly(OutdatedReason.PROXY_UNWANTED);
        assertThat(reasons(expected(later, out), template(Map.of()))).containsExactly(OutdatedReason.PROXY_UNWANTED);
        assertThat(reasons(expected(later, NamespaceWords.NONE), template(Map.of("linkerd.io/inject", "ingress"))))
                .containsExactly(OutdatedReason.PROXY_VERSION);
    }

    @Test
    void valuesThatCannotBeReadSayNothing() {
        assertThat(reasons(expected("proxy: [", MESHED), template(Map.of()))).isEmpty();
        assertThat(reasons(expected("proxy: {}", MESHED), template(Map.of()))).isEmpty();
    }

    @Test
    void anAttachmentThatANewPodWouldHave() {
        var bare = new PodTraits(
                pod.controlPlane(),
                pod.component(),
                pod.injected(),
                pod.createdBy(),
                pod.asked(),
                pod.users(),
                false,
                pod.mark(),
                true,
                false);
        var mesh = mesh("linkerdVersion: edge-26.8.3");
        var optedIn = new ExpectedPods(mesh, MESHED, Optional.empty(), true, true);

        assertThat(reasons(optedIn, bare, template(Map.of()))).containsExactly(OutdatedReason.ATTACHMENT_MISSING);
        assertThat(reasons(optedIn, bare, template(Map.of("linkerd.io/multus", "disabled"))))
                .isEmpty();
        assertThat(reasons(new ExpectedPods(mesh, MESHED, Optional.empty(), true, false), bare, template(Map.of())))
                .as("where there are no attachments")
                .isEmpty();
    }

    @Test
    void aUserIdIsCuredWhereOurWebhookPicksOne() {
        var mesh = mesh("linkerdVersion: edge-26.8.3\nproxy: {uid: 2102}");
        var range = Optional.of(new UidRange(1000, 1999));

        assertThat(findings(new ExpectedPods(mesh, MESHED, range, true, true), template(Map.of())))
                .containsExactly(new Finding(OutdatedReason.UID_OUTSIDE_RANGE, "2102, 1000-1999", true));
        assertThat(findings(new ExpectedPods(mesh, MESHED, range, false, true), template(Map.of())))
                .extracting(Finding::curable)
                .containsExactly(false);
        assertThat(findings(
                        new ExpectedPods(mesh, MESHED, range, true, true),
                        template(Map.of("config.linkerd.io/proxy-uid", "2102"))))
                .extracting(Finding::curable)
                .containsExactly(false);
        assertThat(findings(
                        new ExpectedPods(mesh, MESHED, range, true, true),
                        template(Map.of("config.linkerd.io/proxy-uid", "many"))))
                .as("a word that is no number picks none")
                .extracting(Finding::curable)
                .containsExactly(true);
    }

    @Test
    void whatTheInjectorAnswersIsCompared() {
        var now = pod.injected().orElseThrow();
        var settings = new HashMap<>(now.settings());
        settings.put("LINKERD2_PROXY_LOG", "debug");
        settings.remove("resource request of cpu");
        var answer = new InjectedParts(now.proxyVersion(), now.image(), now.anchors(), settings);
        var expected = expected("linkerdVersion: edge-26.8.3", MESHED);

        assertThat(Findings.of(pod, expected.insteadOf(pod, template(Map.of()), Optional.of(answer)), Optional.empty()))
                .as("an amount that the injector leaves to the namespace is none")
                .containsExactly(new Finding(OutdatedReason.SETTINGS, "LINKERD2_PROXY_LOG", true));
    }

    /** Another webhook adds variables in the one namespace and not in the other; each such workload was outdated, and was restarted for nothing. */
    @ParameterizedTest
    @CsvSource({
        "HTTP_PROXY, linkerdVersion: edge-26.8.3, ''",
        "LINKERD2_PROXY_TAP_SVC_NAME, linkerdVersion: edge-26.8.3, ''",
        "LINKERD2_PROXY_ACCESS_LOG, linkerdVersion: edge-26.8.3, LINKERD2_PROXY_ACCESS_LOG",
        "RUST_BACKTRACE, '{linkerdVersion: edge-26.8.3, proxy: {additionalEnv: [{name: RUST_BACKTRACE}]}}', RUST_BACKTRACE"
    })
    void aVariableThatLinkerdsInjectorDoesNotSetSaysNothing(String variable, String values, String differs) {
        var now = pod.injected().orElseThrow();
        var settings = new HashMap<>(now.settings());
        settings.put(variable, "1");
        var more = new InjectedParts(now.proxyVersion(), now.image(), now.anchors(), settings);

        for (var one : List.of(Map.entry(now, more), Map.entry(more, now))) {
            var traits = new PodTraits(
                    pod.controlPlane(),
                    pod.component(),
                    Optional.of(one.getKey()),
                    pod.createdBy(),
                    pod.asked(),
                    pod.users(),
                    true,
                    pod.mark(),
                    true,
                    false);
            var expected = expected(values, MESHED).insteadOf(traits, template(Map.of()), Optional.of(one.getValue()));
            assertThat(Findings.of(traits, expected, Optional.empty()).stream().map(Finding::detail))
                    .containsExactlyElementsOf(differs.isEmpty() ? List.of() : List.of(differs));
        }
    }

    /** A LimitRange of the namespace of the dry runs would have every workload outdated for ever. */
    @ParameterizedTest
    @CsvSource({
        "'linkerdVersion: edge-26.8.3', '', false",
        "'linkerdVersion: edge-26.8.3', config.linkerd.io/proxy-memory-limit, true",
        "'{linkerdVersion: edge-26.8.3, proxy: {resources: {memory: {limit: 250Mi}}}}', '', true"
    })
    void anAmountThatTheInjectorIsNotAskedForSaysNothing(String values, String annotation, boolean outdated) {
        var now = pod.injected().orElseThrow();
        var settings = new HashMap<>(now.settings());
        settings.put("resource limit of memory", "250Mi");
        var answer = new InjectedParts(now.proxyVersion(), now.image(), now.anchors(), settings);
        var asked = annotation.isEmpty() ? Map.<String, String>of() : Map.of(annotation, "250Mi");

        assertThat(Findings.of(
                                pod,
                                expected(values, MESHED).insteadOf(pod, template(asked), Optional.of(answer)),
                                Optional.empty())
                        .isEmpty())
                .isNotEqualTo(outdated);
    }

    private List<OutdatedReason> reasons(ExpectedPods expected, Optional<Template> template) {
        return reasons(expected, pod, template);
    }

    private static List<OutdatedReason> reasons(ExpectedPods expected, PodTraits traits, Optional<Template> template) {
        return Findings.of(traits, expected.insteadOf(traits, template, Optional.empty()), expected.range()).stream()
                .map(Finding::reason)
                .filter(reason -> reason != OutdatedReason.UID_SHARED)
                .toList();
    }

    private List<Finding> findings(ExpectedPods expected, Optional<Template> template) {
        return Findings.of(pod, expected.insteadOf(pod, template, Optional.empty()), expected.range());
    }

    private static ExpectedPods expected(String values, NamespaceWords words) {
        return new ExpectedPods(mesh(values), words, Optional.empty(), false, true);
    }

    static Mesh mesh(String values) {
        return Mesh.unknown("linkerd")
                .withValues(Optional.of(values))
                .withBundle(Optional.of(Roots.A), Optional.empty());
    }

    private static Optional<Template> template(Map<String, String> asked) {
        return Optional.of(
                new Template(Map.of(), asked, Optional.empty(), Optional.empty(), List.of(), Optional.empty(), false));
    }
}
