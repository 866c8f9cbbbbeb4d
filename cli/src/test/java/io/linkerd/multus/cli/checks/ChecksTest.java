// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodDemand;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ChecksTest {
    /** What is changed, how the first check that is not right comes out, and what it says. */
    record Broken(String name, Consumer<Healthy> change, Result result, String hint, String words) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Broken> BROKEN =
            Stream.of(below(), ours(), theirs()).flatMap(List::stream).toList();

    private static List<Broken> below() {
        return List.of(
                wrong(
                        "an old cluster",
                        seen -> seen.server = new Sight.Seen<>("v1.27.4+k3s1"),
                        "kubernetes-version",
                        "v1.27.4"),
                wrong(
                        "an API server that fails",
                        seen -> seen.server = new Sight.Failed<>("etcdserver: request timed out"),
                        "kubernetes-version",
                        "etcdserver: request timed out"),
                wrong("no Multus", seen -> seen.attachments = new Sight.Absent<>(), "no-multus", "global.mode=chained"),
                wrong(
                        "no Linkerd",
                        seen -> seen.controlPlane = new Sight.Seen<>(List.of()),
                        "linkerd-not-ready",
                        "--linkerd-namespace"),
                wrong(
                        "a control plane that is not ready",
                        seen -> seen.controlPlane = new Sight.Seen<>(List.of(new WorkloadView(
                                "Deployment",
                                "linkerd",
                                "linkerd-destination",
                                "",
                                "",
                                "",
                                1,
                                0,
                                Map.of(),
                                Map.of(),
                                PodDemand.NONE))),
                        "linkerd-not-ready",
                        "linkerd-destination"),
                wrong(
                        "Linkerd without cniEnabled",
                        seen -> seen.cniEnabled = new Sight.Seen<>(false),
                        "cni-not-enabled",
                        "cniEnabled=true"),
                warned(
                        "no linkerd-config",
                        seen -> seen.cniEnabled = new Sight.Absent<>(),
                        "cni-not-enabled",
                        "linkerd-config"),
                warned(
                        "Linkerd's CNI chart beside ours",
                        seen -> seen.ownInstallers =
                                new Sight.Seen<>(List.of(Healthy.part("DaemonSet", "linkerd-cni", "linkerd-cni", 3))),
                        "two-installers",
                        "linkerd-cni/linkerd-cni"));
    }

    private static List<Broken> ours() {
        return List.of(
                wrong("not installed", seen -> seen.parts.clear(), "not-installed", "helm install"),
                wrong(
                        "an operator that was asked for nothing",
                        seen -> {
                            seen.parts.clear();
                            seen.parts.add(Healthy.part("Deployment", "linkerd-multus", "linkerd-multus-operator", 1));
                        },
                        "not-installed",
                        "Create a LinkerdMultus"),
                warned(
                        "two releases",
                        seen -> seen.parts.add(Healthy.part("Deployment", "other", "linkerd-multus-controller", 1)),
                        "not-installed",
                        "linkerd-multus, other"),
                wrong(
                        "a webhook that is not ready",
                        seen -> seen.unready("webhook", 0),
                        "release-not-ready",
                        "linkerd-multus-webhook (0 of 2)"),
                wrong(
                        "a controller that is not ready",
                        seen -> seen.unready("controller", 1),
                        "release-not-ready",
                        "(1 of 2)"),
                wrong(
                        "a webhook without caBundle",
                        seen -> seen.webhooks =
                                new Sight.Seen<>(List.of(Healthy.entry(false, Healthy.NOW.plus(Duration.ofDays(9))))),
                        "webhook-not-trusted",
                        "without caBundle"),
                wrong(
                        "an authority that ends",
                        seen -> seen.webhooks =
                                new Sight.Seen<>(List.of(Healthy.entry(true, Healthy.NOW.plus(Duration.ofHours(9))))),
                        "webhook-not-trusted",
                        "authority ends"),
                wrong(
                        "no webhook configuration",
                        seen -> seen.webhooks = new Sight.Seen<>(List.of()),
                        "webhook-not-trusted",
                        "no MutatingWebhookConfiguration"),
                wrong(
                        "a webhook out of reach",
                        seen -> seen.warnings = new Sight.Seen<>(List.of(Healthy.event(
                                "Deployment", "WebhookUnreachable", "its port 8443", Duration.ofMinutes(2)))),
                        "webhook-unreachable",
                        "8443"),
                warned("another version", seen -> seen.version("0.2.0"), "versions", "0.2.0"),
                wrong(
                        "an installer that is not ready",
                        seen -> seen.nodes =
                                new Sight.Seen<>(List.of(Healthy.node("node-1", true), Healthy.node("node-2", false))),
                        "node-without-plugin",
                        "node-2 (installer-node-2"),
                wrong(
                        "a node without an installer",
                        seen -> seen.nodes = new Sight.Seen<>(
                                List.of(Healthy.node("node-1", true), new NodeView("node-3", true, Optional.empty()))),
                        "node-without-plugin",
                        "node-3 (no installer's pod)"));
    }

    private static List<Broken> theirs() {
        return List.of(
                warned(
                        "a pod that was made while the injector was away",
                        seen -> seen.passedOver = new Sight.Seen<>(List.of(seen.without("web-2"))),
                        "not-injected",
                        "shop/web-2: it was made without Linkerd's injector"),
                warned(
                        "a node that is left out",
                        seen -> seen.nodes = new Sight.Seen<>(List.of(
                                Healthy.node("node-1", true),
                                new NodeView(
                                        "big-1", true, Optional.empty(), Optional.of("it has no label mesh=yes")))),
                        "node-without-plugin",
                        "big-1 (it has no label mesh=yes)"),
                wrong(
                        "a typo",
                        seen -> seen.namespaceAnnotations.put("linkerd.io/multus", "Enabled"),
                        "not-asked-to-be-attached",
                        "shop: its annotation linkerd.io/multus is \"Enabled\""),
                wrong(
                        "a namespace that is left alone",
                        seen -> {
                            seen.attachments = new Sight.Seen<>(List.of());
                            seen.leaveAlone("kube-system,shop");
                        },
                        "attachment-missing",
                        "shop (left alone: global.excludedNamespaces"),
                wrong(
                        "a namespace without attachment",
                        seen -> seen.attachments = new Sight.Seen<>(List.of()),
                        "attachment-missing",
                        "shop"),
                wrong(
                        "no shared attachment",
                        seen -> seen.scope = new AttachmentScope(true, "default"),
                        "attachment-missing",
                        "default"),
                warned(
                        "attached, and not meshed",
                        seen -> seen.namespaceAnnotations.remove("linkerd.io/inject"),
                        "not-asked-into-the-mesh",
                        "shop"),
                wrong(
                        "a pod that is refused",
                        seen -> seen.refusals = new Sight.Seen<>(List.of(Healthy.event(
                                "ReplicaSet",
                                "FailedCreate",
                                "unable to validate against any security context constraint: Invalid value: 2102: must be in the ranges",
                                Duration.ofMinutes(3)))),
                        "pod-refused",
                        "shop/web-1"),
                wrong(
                        "a pod with linkerd-init",
                        seen -> seen.containers.add(Healthy.container("linkerd-init", true, 1, OptionalInt.of(0))),
                        "not-injected",
                        "cniEnabled"),
                wrong("a pod that is not attached", seen -> seen.networks = "", "not-attached", "shop/web-1"),
                wrong(
                        "a shared user id",
                        seen -> seen.containers.add(Healthy.container("side", false, 2102, OptionalInt.empty())),
                        "proxy-uid",
                        "both run as user 2102"),
                wrong(
                        "no network",
                        seen -> {
                            seen.hasNetwork = false;
                            seen.sandboxes = new Sight.Seen<>(List.of(Healthy.event(
                                    "Pod",
                                    "FailedCreatePodSandBox",
                                    "failed to find plugin \"linkerd-cni\" in path [/opt/cni/bin]",
                                    Duration.ofMinutes(1))));
                        },
                        "failed-create-pod-sandbox",
                        "no program linkerd-cni"),
                wrong(
                        "exit code 95",
                        seen -> seen.containers.set(
                                0, Healthy.container("linkerd-network-validator", true, 1, OptionalInt.of(95))),
                        "exit-code-95",
                        "ended with 95"));
    }

    @ParameterizedTest
    @FieldSource("BROKEN")
    void theFirstCheckThatIsNotRightIsTheCause(Broken broken) {
        var cluster = new Healthy();
        broken.change().accept(cluster);

        var report = Checks.all(cluster.seen());

        var first = unlucky(report).getFirst();
        assertThat(first.hint()).isEqualTo(broken.hint());
        assertThat(first.result()).isEqualTo(broken.result());
        assertThat(first.error().orElseThrow()).contains(broken.words());
        assertThat(report.isSuccess()).isEqualTo(broken.result() == Result.WARNING);
    }

    @Test
    void whereAllIsWellAllIsRight() {
        assertThat(unlucky(Checks.all(new Healthy().seen()))).isEmpty();
    }

    /** A namespace that asks for the mesh alone: its pods end with 95, and all was right. */
    @Test
    void podsThatNothingAttachesAreSeen() {
        var cluster = new Healthy();
        cluster.namespaceAnnotations.remove("linkerd.io/multus");
        cluster.networks = "";
        cluster.containers.set(0, Healthy.container("linkerd-network-validator", true, 1, OptionalInt.of(95)));

        var report = Checks.all(cluster.seen());

        assertThat(unlucky(report)).extracting(Check::hint).containsExactly("not-asked-to-be-attached");
        assertThat(report.mayPass()).isFalse();
    }

    /** What install prints has the label in our own namespace, as Linkerd wants it: check called its attachment missing. */
    @Test
    void theNamespaceOfAnExtensionThatIsLeftAloneLacksNothing() {
        var cluster = new Healthy();
        cluster.namespaceAnnotations.clear();
        cluster.namespaceLabels.put("linkerd.io/extension", "multus");
        cluster.attachments = new Sight.Seen<>(List.of());
        cluster.leaveAlone("kube-system,shop");

        assertThat(unlucky(Checks.all(cluster.seen())))
                .extracting(Check::description)
                .doesNotContain("each namespace that asks for it has its attachment");
    }

    /** Each request that is not allowed is said, and none of it is an error. */
    @Test
    void whatMayNotBeSeenIsAWarning() {
        var cluster = new Healthy();
        cluster.nodes = new Sight.Denied<>("list nodes");
        cluster.webhooks = new Sight.Denied<>("list mutatingwebhookconfigurations");

        var report = Checks.all(cluster.seen());

        assertThat(report.isSuccess()).isTrue();
        assertThat(unlucky(report))
                .extracting(check -> check.error().orElseThrow())
                .containsExactly(
                        "not looked at: this user has no right to list mutatingwebhookconfigurations",
                        "not looked at: this user has no right to list nodes");
    }

    /** What was told and taken back, or long ago, is wrong no more. */
    @Test
    void eventsOfWhatHasPassedAreNoCause() {
        var cluster = new Healthy();
        cluster.warnings = new Sight.Seen<>(List.of(
                Healthy.event("Deployment", "WebhookReachable", "", Duration.ofMinutes(1)),
                Healthy.event("Deployment", "WebhookUnreachable", "", Duration.ofMinutes(2))));
        cluster.refusals =
                new Sight.Seen<>(List.of(Healthy.event("ReplicaSet", "FailedCreate", "no", Duration.ofMinutes(50))));

        assertThat(unlucky(Checks.all(cluster.seen()))).isEmpty();
    }

    /** One node that is away had the whole release called not ready. */
    @Test
    void aNodeThatIsAwayIsNoFaultOfTheRelease() {
        var cluster = new Healthy();
        cluster.unready("installer", 2);
        cluster.nodes = new Sight.Seen<>(
                List.of(Healthy.node("node-1", true), new NodeView("node-2", false, Optional.empty())));

        assertThat(unlucky(Checks.all(cluster.seen()))).isEmpty();
        assertThat(Checks.all(cluster.seen()).categories().stream()
                        .flatMap(category -> category.checks().stream())
                        .map(Check::description))
                .contains("each node has the plugin (not ready themselves, and passed over: node-2)");
    }

    /** Linkerd's control plane may come after it. */
    @Test
    void beforeItIsInstalledNothingOfOursIsAskedFor() {
        var cluster = new Healthy();
        cluster.parts.clear();
        cluster.controlPlane = new Sight.Seen<>(List.of());

        assertThat(Checks.before(cluster.seen()).isSuccess()).isTrue();
    }

    /** The first refusal's cause was told of all pods that were refused. */
    @Test
    void podsThatAreRefusedForOtherCausesAreToldByCause() {
        var cluster = new Healthy();
        cluster.refusals = new Sight.Seen<>(List.of(
                refused("ledger", "linkerd-multus cannot mesh pod shop/ledger-: user id 1000740000 is another's"),
                refused("intake", "unable to validate against any security context constraint: Invalid value: 2102"),
                refused("books", "linkerd-multus cannot mesh pod shop/books-: user id 1000750000 is another's"),
                refused("jobs", "linkerd-multus cannot mesh pod shop/jobs-: it has hostUsers")));

        assertThat(causes(cluster))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("shop/ledger, shop/books: linkerd-multus' webhook refused")
                                .endsWith("shop/ledger-: user id 1000740000 is another's"),
                        line -> assertThat(line).startsWith("do what its message says"),
                        line -> assertThat(line).startsWith("shop/intake: no SecurityContextConstraints let in"),
                        line -> assertThat(line).startsWith("have its namespace annotated"),
                        line -> assertThat(line).startsWith("shop/jobs: ").endsWith("it has hostUsers"),
                        line -> assertThat(line).startsWith("do what its message says"));
    }

    @Test
    void ofManyCausesTheFirstAreTold() {
        var cluster = new Healthy();
        cluster.refusals = new Sight.Seen<>(Stream.of("a", "b", "c", "d", "e", "f", "g")
                .map(cause -> refused("of-" + cause, "policy " + cause))
                .toList());

        assertThat(causes(cluster))
                .hasSize(11)
                .last()
                .isEqualTo("shop/of-f, shop/of-g: linkerd-multus why says what is wrong with each");
    }

    private static List<String> causes(Healthy cluster) {
        return unlucky(Checks.all(cluster.seen())).stream()
                .flatMap(check -> check.error().orElseThrow().lines())
                .toList();
    }

    private static EventView refused(String name, String message) {
        return new EventView("ReplicaSet", "shop", name, "", "FailedCreate", message, Healthy.NOW);
    }

    private static List<Check> unlucky(Report report) {
        return report.categories().stream()
                .flatMap(category -> category.checks().stream())
                .filter(check -> check.result() != Result.SUCCESS)
                .toList();
    }

    /** It is in the namespace of what it makes. */
    @Test
    void theOperatorBesideItsPartsIsNoSecondRelease() {
        var seen = new Healthy();
        seen.parts.add(Healthy.part("Deployment", "linkerd-multus", "linkerd-multus-operator", 1));

        assertThat(Checks.all(seen.seen()).isSuccess()).isTrue();
    }

    private static Broken wrong(String name, Consumer<Healthy> change, String hint, String words) {
        return new Broken(name, change, Result.ERROR, hint, words);
    }

    private static Broken warned(String name, Consumer<Healthy> change, String hint, String words) {
        return new Broken(name, change, Result.WARNING, hint, words);
    }
}
