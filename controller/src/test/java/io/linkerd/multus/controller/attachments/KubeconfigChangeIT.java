// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.SettingsBuilder;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A changed kubeconfigPath reached attachments in seconds and nodes one by one: new pods broke in between. */
class KubeconfigChangeIT {
    private static final String OLD = FakeCluster.SETTINGS.cni().kubeconfigPath();
    private static final String NEW = "/etc/cni/other/linkerd-cni.kubeconfig";
    private static final String INSTALLER =
            "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer";
    private static final Duration LONG = Duration.ofHours(1);

    private final FakeCluster cluster = new FakeCluster();

    @BeforeEach
    void begin() {
        cluster.api()
                .put(
                        INSTALLER,
                        "{spec: {selector: {matchLabels: {app: 'installer'}}}, status: {observedGeneration: 99,"
                                + " desiredNumberScheduled: 2}}");
        installer("a", OLD, true);
        installer("b", OLD, true);
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("attachment").atMost(FakeCluster.SOON).until(() -> names("shop", OLD));
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void attachmentsNameTheChangedPathOnceEveryNodeHasIt() {
        restart(LONG);

        await("waits for both nodes").atMost(FakeCluster.SOON).until(() -> awaited() == 2);
        cluster.namespace("late", "enabled");
        await("what is new names what is on the nodes").atMost(FakeCluster.SOON).until(() -> names("late", OLD));
        await("installers are told of both").atMost(FakeCluster.SOON).until(() -> told().equals(OLD + "\n" + NEW));

        installer("a", NEW, true);
        installer("b", NEW, false);
        await("waits for one node").atMost(FakeCluster.SOON).until(() -> awaited() == 1);
        assertThat(names("shop", OLD)).isTrue();

        installer("b", NEW, true);
        await("all follow").atMost(FakeCluster.SOON).until(() -> names("shop", NEW) && names("late", NEW));
        assertThat(awaited()).isZero();
        await("installers need the old one no more").atMost(FakeCluster.SOON).until(() -> told().equals(NEW));
    }

    @Test
    void aNodeThatIsAwayDoesNotHoldThemForEver() {
        installer("a", NEW, true);
        installer("b", OLD, false);

        restart(Duration.ZERO);

        await("all follow").atMost(FakeCluster.SOON).until(() -> names("shop", NEW));
    }

    @Test
    void aLeaderThatBeginsAfterTheChangeAsksNobody() {
        restart(Duration.ZERO, OLD);
        // The Lease has said it since the leader before.
        await("has looked").atMost(FakeCluster.SOON).until(() -> settled() > 0);

        assertThat(told()).isEqualTo(OLD);
        assertThat(cluster.api().requests("GET " + INSTALLER)).isEmpty();
    }

    private boolean names(String namespace, String path) {
        return cluster.api()
                .get(FakeCluster.attachment(namespace))
                .filter(found -> found.path("spec").path("config").asText().contains('"' + path + '"'))
                .isPresent();
    }

    private double awaited() {
        return cluster.meters()
                .get("linkerd_multus_controller_kubeconfig_nodes_awaited")
                .gauge()
                .value();
    }

    /** {@return how often it was found that there is nothing to wait for, or not any more} */
    private double settled() {
        return cluster
                .meters()
                .find("linkerd_multus_controller_reconciles")
                .tags("kind", "kubeconfig", "result", "settled")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private String told() {
        return cluster.api()
                .get(FakeCluster.LEASE)
                .map(lease -> lease.path("metadata")
                        .path("annotations")
                        .path("multus.linkerd.io/kubeconfig-paths")
                        .asText())
                .orElse("");
    }

    private void installer(String node, String path, boolean ready) {
        int slash = path.lastIndexOf('/');
        cluster.api().put("/api/v1/namespaces/linkerd-multus/pods/installer-" + node, """
                        {metadata: {labels: {app: 'installer'}}, spec: {nodeName: '%s', containers: [{name: 'installer', env: [
                        {name: 'DEST_CNI_NET_DIR', value: '%s'}, {name: 'KUBECONFIG_FILE_NAME', value: '%s'}]}]},
                        status: {phase: 'Running', conditions: [{type: 'Ready', status: '%s'}]}}""".formatted(
                        node, path.substring(0, slash), path.substring(slash + 1), ready ? "True" : "False"));
    }

    private void restart(Duration patience) {
        restart(patience, NEW);
    }

    /** As after an upgrade with another path. */
    private void restart(Duration patience, String path) {
        cluster.restart(new SettingsBuilder()
                .withKubeconfigPath(path)
                .withHandover(patience)
                .build());
    }
}
