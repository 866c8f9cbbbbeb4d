// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import io.linkerd.multus.acceptance.mesh.Operator;
import io.linkerd.multus.acceptance.mesh.OperatorCatalog;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The real Operator Lifecycle Manager, and the bundle and catalog that are checked in. */
@WithMesh(olm = true)
@Nightly.Olm
class OlmIT {
    /** OLM looks for what can be installed with back-offs of its own; on two busy processors two minutes were not enough. */
    private static final Duration OLM_RESOLVES = Duration.ofMinutes(5);

    /** Kubernetes gives a kubelet up after 50 s without a word, and two busy processors take their time. */
    private static final Duration NODE_NOT_READY = Duration.ofMinutes(3);

    private static final String NAMESPACE = "linkerd-multus";
    private static final String SPEC = "{images: {plugin: \"" + LinkerdStandins.IMAGE + "\"}}";
    private static final String NEXT = "0.2.0";
    private static final int PODS = 200;
    private static final int AT_ONCE = 10;

    private static final String OPERATOR = "subscription,clusterserviceversion";

    private final Mesh mesh;
    private final String shop;

    OlmIT(Mesh mesh) {
        this.mesh = mesh;
        this.shop = mesh.unique("olm-shop");
    }

    @Test
    void fromASubscriptionToAMeshedPodAndBack() throws Exception {
        install();

        assertMeshed("web");

        removeInOrder();
        assertThat(CniFolders.of(mesh.cluster())).isEqualTo(mesh.untouched());
    }

    @Test
    void removedInTheWrongOrderItBlocksNobodysPods() throws Exception {
        install();
        assertMeshed("before");

        mesh.kubectl("delete", OPERATOR, "--all", "--namespace=" + NAMESPACE);
        mesh.untilHas(
                "the operator has gone",
                () -> mesh.objects().pods(NAMESPACE, "app.kubernetes.io/name=operator"),
                List::isEmpty);
        assertMeshed("without-operator");
        mesh.kubectl("delete", "namespace", NAMESPACE, "--timeout=2m");
        mesh.until(
                "nobody is asked any more",
                () -> mesh.objects()
                        .find("mutatingwebhookconfiguration", "", "zz-linkerd-multus-webhook")
                        .isEmpty());
        mesh.letsInUnchanged(shop, "orphan");

        // The way out that the documentation tells.
        subscribe();
        var webhook = "deployment/linkerd-multus-webhook";
        mesh.kubectl("wait", "--for=create", "--timeout=2m", "--namespace=" + NAMESPACE, webhook);
        mesh.kubectl("rollout", "status", "--timeout=2m", "--namespace=" + NAMESPACE, webhook);
        mesh.untilHas("it is as asked", () -> condition("Progressing"), state -> state.startsWith("False AsAsked"));
        removeInOrder();
        assertThat(CniFolders.of(mesh.cluster())).isEqualTo(mesh.untouched());
    }

    @Test
    void anUpgradeIsHeldBackWhileARolloutStandsStillAndThenMissesNoPod() throws Exception {
        var catalog = install();
        ask(SPEC.replace("plugin:", "webhook: localhost/linkerd-multus/webhook:nowhere, plugin:"));
        mesh.untilHas(
                "the rollout stands still",
                () -> condition("Progressing"),
                state -> state.startsWith("True RollingOut: waiting for the webhook"));

        var images = catalog.offer(NEXT);
        mesh.untilHas(
                "OLM waits with the next version",
                () -> csv(NEXT),
                state -> state.startsWith("Pending") && state.contains("waiting for the webhook"));
        assertMeshed("held-back");

        var made = new AtomicInteger();
        Meanwhile.during(
                () -> {
                    ask(SPEC);
                    mesh.untilHas("the CSV succeeds", () -> csv(NEXT), phase -> phase.startsWith("Succeeded"));
                    mesh.untilHas("all of it is of the next version", this::rolledOut, version -> version.equals(NEXT));
                    mesh.until("enough pods were made", () -> made.get() >= PODS, Duration.ofMinutes(15));
                },
                turn -> {
                    assertMeshed("pod", AT_ONCE);
                    assertThat(mesh.failedContainers(shop)).isEmpty();
                    mesh.kubectl("delete", "deployment", "pod", "--namespace=" + shop, "--cascade=foreground");
                    made.addAndGet(AT_ONCE);
                });

        var running = mesh.kubectl(
                "get",
                "daemonsets,deployments",
                "--namespace=" + NAMESPACE,
                "--output=jsonpath={.items[*].spec.template.spec.containers[*].image}");
        assertThat(running.split(" ", -1))
                .containsOnly(Service.byDefault().stream()
                        .map(service -> service.reference(NEXT))
                        .map(images::get)
                        .toArray(String[]::new));
        removeInOrder();
        assertThat(CniFolders.of(mesh.cluster())).isEqualTo(mesh.untouched());
    }

    /** A changed spec went nowhere, and a webhook that was deleted was not made again while its configuration said Fail. */
    @Test
    void aNodeWhoseKubeletIsStoppedFreezesNothing() throws Exception {
        install();
        var operators = mesh.objects().pods(NAMESPACE, "app.kubernetes.io/name=operator").stream()
                .map(MeshedPod::node)
                .toList();
        var node = mesh.cluster().nodes().stream()
                .filter(some -> !operators.contains(some.name()))
                .findFirst()
                .orElseThrow();
        keepInjectorOff(node.name());
        try (var _ = HeldUp.kubelet(node)) {
            mesh.untilHas(
                    "the node is named",
                    () -> condition("NodesAway"),
                    state -> state.startsWith("True NodeNotReady") && state.contains(node.name()),
                    NODE_NOT_READY);

            ask(SPEC.replace("images:", "logging: {level: debug}, images:"));
            mesh.until("the spec is rolled out on the other node", this::isRolledOut);
            assertThat(condition("Available")).startsWith("True");

            var webhook = "deployment/linkerd-multus-webhook";
            mesh.kubectl("delete", webhook, "--namespace=" + NAMESPACE);
            mesh.kubectl("wait", "--for=create", "--timeout=1m", "--namespace=" + NAMESPACE, webhook);
            mesh.kubectl("rollout", "status", "--timeout=2m", "--namespace=" + NAMESPACE, webhook);
            assertMeshed("without-a-node");
        }

        mesh.untilHas("the node is back", () -> condition("NodesAway"), state -> state.startsWith("False"));
        mesh.untilHas("it is as asked", () -> condition("Progressing"), state -> state.startsWith("False AsAsked"));
        removeInOrder();
        assertThat(CniFolders.of(mesh.cluster())).isEqualTo(mesh.untouched());
    }

    /** Linkerd's injector may be missing without word: a pod that came meanwhile had no proxy. */
    private void keepInjectorOff(String node) throws Exception {
        mesh.kubectl("cordon", node);
        try {
            mesh.standins().replaceInjector();
        } finally {
            mesh.kubectl("uncordon", node);
        }
    }

    private boolean isRolledOut() throws Exception {
        return mesh.objects()
                .find("linkerdmultus", "", "cluster")
                .filter(multus -> multus.at("/status/rolledOut/generation").equals(multus.at("/metadata/generation")))
                .isPresent();
    }

    @Test
    void fromHelmToTheOperatorAndBackNoPodIsUnmeshed() throws Exception {
        mesh.release().install();
        mesh.namespace(shop, Mesh.OPTED_IN);
        assertMeshed("before");
        var before = names("before");

        Meanwhile.during(
                () -> {
                    mesh.release().install("--set", "controller.enabled=false");
                    offer();
                    subscribe();
                    ask(SPEC.replace("images:", "adopt: true, images:"));
                    mesh.untilHas(
                            "it is as asked",
                            () -> condition("Progressing"),
                            state -> state.startsWith("False AsAsked"));
                    mesh.kubectl(
                            "delete",
                            "secret",
                            "--namespace=" + NAMESPACE,
                            "--selector=owner=helm,name=linkerd-multus");
                },
                this::startAndEnd);
        assertThat(condition("Available")).startsWith("True");
        assertThat(condition("Degraded")).startsWith("False");

        Meanwhile.during(
                () -> {
                    mesh.kubectl("delete", "linkerdmultus", "cluster", "--cascade=orphan", "--timeout=1m");
                    mesh.kubectl("delete", OPERATOR, "--all", "--namespace=" + NAMESPACE);
                    mesh.kubectl("delete", "role,rolebinding", "linkerd-multus-operator", "--namespace=" + NAMESPACE);
                    mesh.release().install("--take-ownership", "--force-conflicts");
                },
                this::startAndEnd);
        assertThat(names("before")).isEqualTo(before);
        assertThat(mesh.failedContainers(shop)).isEmpty();

        mesh.kubectl("delete", "namespace", shop);
        mesh.release().uninstall();
        mesh.kubectl("delete", "namespace", NAMESPACE, "--timeout=2m");
        assertThat(CniFolders.of(mesh.cluster())).isEqualTo(mesh.untouched());
    }

    private List<String> names(String application) {
        return mesh.ready(shop, application, 2).stream()
                .map(MeshedPod::name)
                .sorted()
                .toList();
    }

    /** A turn of whoever makes pods meanwhile. */
    private void startAndEnd(int turn) throws Exception {
        assertMeshed("pod-" + turn);
        mesh.kubectl("delete", "deployment", "pod-" + turn, "--namespace=" + shop);
    }

    private OperatorCatalog install() throws Exception {
        var catalog = offer();
        subscribe();
        ask(SPEC);
        mesh.untilHas("it is as asked", () -> condition("Progressing"), state -> state.startsWith("False AsAsked"));
        assertThat(condition("Available")).startsWith("True");
        mesh.namespace(shop, Mesh.OPTED_IN);
        return catalog;
    }

    private OperatorCatalog offer() throws Exception {
        var catalog = catalog();
        catalog.offer(OperatorCatalog.VERSION);
        catalog.awaitPackage(OperatorCatalog.VERSION);
        return catalog;
    }

    private OperatorCatalog catalog() throws Exception {
        var olm = OlmPrograms.prepare(
                LocalClusterExtension.project(), LocalClusterExtension.toolbox(), Progress.silent());
        return new OperatorCatalog(
                mesh.cluster(),
                olm,
                LocalClusterExtension.project(),
                Path.of("target", "olm").toAbsolutePath());
    }

    /** In place of what was asked for before. */
    private void ask(String spec) throws Exception {
        mesh.apply("""
                apiVersion: multus.linkerd.io/v1alpha1
                kind: LinkerdMultus
                metadata: {name: cluster}
                spec: %s
                """.formatted(spec));
    }

    private String rolledOut() throws Exception {
        return mesh.objects()
                .find("linkerdmultus", "", "cluster")
                .map(multus -> multus.at("/status/rolledOut/version").asText())
                .orElse("");
    }

    private void subscribe() throws Exception {
        operator().subscribe();
        mesh.untilHas(
                "the CSV succeeds",
                () -> csv(OperatorCatalog.VERSION),
                phase -> phase.startsWith("Succeeded"),
                OLM_RESOLVES);
    }

    private void assertMeshed(String application) throws Exception {
        assertMeshed(application, 2);
    }

    private void assertMeshed(String application, int replicas) throws Exception {
        for (var pod : mesh.deploy(shop, application, replicas, Map.of())) {
            assertThat(mesh.redirects(pod)).as("rules of %s", pod).isTrue();
        }
    }

    private void removeInOrder() throws Exception {
        mesh.kubectl("delete", "namespace", shop);
        mesh.kubectl("delete", "linkerdmultus", "cluster", "--timeout=2m");
        mesh.kubectl("delete", OPERATOR, "--all", "--namespace=" + NAMESPACE);
        mesh.untilHas("its pods have gone", () -> mesh.objects().list("pods", NAMESPACE), List::isEmpty);
        // They have no owner, so they are there, and the page has a person delete them.
        mesh.kubectl("delete", "role,rolebinding", "linkerd-multus-operator", "--namespace=" + NAMESPACE);
        mesh.kubectl("delete", "namespace", NAMESPACE, "--timeout=2m");
    }

    private String csv(String version) throws Exception {
        return operator().csv(version);
    }

    private String condition(String type) throws Exception {
        return operator().condition(type);
    }

    private Operator operator() throws IOException {
        return new Operator(mesh.cluster(), LocalClusterExtension.project());
    }
}
