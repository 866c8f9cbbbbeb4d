// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.server.UnixClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests over the socket, down to plugins that are scripts. */
class CommandsIT extends UsualDaemon {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void aPodGetsTheClustersNetworkAndIsToldOfIt() {
        daemon.cluster.pod("a", "u-a", "");

        var reply = daemon.ask("ADD", "a");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body())
                .startsWith("{\"Result\":{\"cniVersion\":\"1.1.0\",\"interfaces\":[{\"name\":\"eth0\"")
                .contains("\"address\":\"10.1.0.2/24\"");
        assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main");
        assertThat(daemon.kept()).containsExactly("a", "results/main-net-a-eth0");
        assertThat(daemon.cluster.annotations.get("u-a"))
                .contains("\"name\": \"main-net\"", "\"interface\": \"eth0\"", "\"default\": true");
        assertThat(daemon.cluster.events)
                .extracting(event -> event.weight().eventType() + " " + event.reason() + " " + event.message())
                .containsExactly("Normal AddedInterface Add eth0 [10.1.0.2/24] from main-net");
    }

    @Test
    void afterDelNothingIsLeft() {
        daemon.cluster.pod("a", "u-a", "red,blue@lan");
        daemon.ask("ADD", "a");

        var reply = daemon.ask("DEL", "a");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEmpty();
        assertThat(daemon.plugins.ledger()).isEmpty();
        assertThat(daemon.kept()).isEmpty();
        assertThat(daemon.plugins.calls())
                .containsExactly(
                        "ADD main eth0",
                        "ADD red net1",
                        "ADD blue lan",
                        "DEL blue lan",
                        "DEL red net1",
                        "DEL main eth0");
        assertThat(daemon.plugins.stdin("DEL.blue.lan")).contains("\"prevResult\":{\"cniVersion\":\"1.0.0\"");
    }

    @Test
    void severalNetworksAreToldInTheirOrder() {
        daemon.cluster.pod("a", "u-a", "red,blue@lan");

        assertThat(daemon.ask("ADD", "a").status()).isEqualTo(200);

        assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main", "a.lan.blue", "a.net1.red");
        assertThat(daemon.cluster.annotations.get("u-a"))
                .containsSubsequence("main-net", "\"shop/red\"", "\"net1\"", "\"shop/blue\"", "\"lan\"");
        assertThat(daemon.plugins.args("ADD.red.net1"))
                .isEqualTo("IgnoreUnknown=true;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=a;K8S_POD_INFRA_CONTAINER_ID=a;"
                        + "K8S_POD_UID=u-a;EXTRA=e");
        assertThat(daemon.plugins.stdin("ADD.red.net1")).contains("\"name\":\"red\"");
    }

    @Test
    void theDefaultRouteGoesByTheNetworkThatThePodNames() {
        daemon.cluster.pod("a", "u-a", "[{\"name\":\"red\",\"default-route\":[\"10.1.0.9\"]}]");

        assertThat(daemon.ask("ADD", "a").status()).isEqualTo(200);

        assertThat(daemon.sandboxes.gateways)
                .isEqualTo(Map.of(FakeSandboxes.FOLDER + "a net1", new IpAddress("10.1.0.9")));
        assertThat(daemon.ask("CHECK", "a").status()).isEqualTo(200);
        assertThat(daemon.plugins.stdin("CHECK.main.eth0")).doesNotContain("0.0.0.0/0");
        assertThat(daemon.plugins.stdin("CHECK.red.net1")).contains("\"gw\":\"10.1.0.9\"");
    }

    @Test
    void aNetworkThatFailsTakesTheOthersWithItAndItsCodeReachesTheRuntime() {
        daemon.cluster.pod("a", "u-a", "red,blue");
        daemon.plugins.fail("ADD", "blue", 42);

        var reply = daemon.ask("ADD", "a");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body())
                .startsWith("{\"code\":42,")
                .contains("error adding container to network \\\"blue\\\"", "planned");
        assertThat(daemon.plugins.ledger()).isEmpty();
        assertThat(daemon.kept()).isEmpty();
        assertThat(daemon.cluster.annotations).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 42})
    void aLongErrorOfAPluginIsCutForTheRuntime(int code) {
        daemon.cluster.pod("a", "u-a", "red,blue");
        daemon.plugins.step(
                "ADD",
                "blue",
                "echo '{\"code\":" + code + ",\"msg\":\"begun '$(head -c 900000 /dev/zero | tr '\\0' m)'\"}'; exit 1");

        var reply = daemon.ask("ADD", "a");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("begun mmm", " (cut)");
        assertThat(reply.body()).hasSizeLessThanOrEqualTo(16 << 10);
        assertThat(daemon.cluster.events)
                .allSatisfy(event -> assertThat(event.message().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(1024));
    }

    @Test
    void whatCannotBeTakenBackGoesWithTheNextDel() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.plugins.fail("ADD", "red", 42);
        daemon.plugins.fail("DEL", "red", 43);
        daemon.ask("ADD", "a");
        assertThat(daemon.plugins.ledger()).containsExactly("a.net1.red");

        daemon.plugins.noSteps();
        daemon.cluster.deletePod("a");

        daemon.deleteLeavesNothing("a");
    }

    /** Upstream leaves the networks as they are, of which no later DEL may come. */
    @Test
    void aPodWhoseStatusCannotBeWrittenHasNoNetworks() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.cluster.refusesStatus = true;

        var reply = daemon.ask("ADD", "a");

        assertThat(reply.body()).startsWith("{\"code\":11,").contains("error setting the networks status");
        assertThat(daemon.plugins.ledger()).isEmpty();
        assertThat(daemon.kept()).isEmpty();
    }

    @Test
    void aPodThatIsNotKnownIsTriedAgain() {
        var reply = daemon.ask("ADD", "a");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).startsWith("{\"code\":11,").contains("pod \\\"a\\\" not found");
        assertThat(daemon.plugins.calls()).isEmpty();
    }

    @Test
    void aPodOfAnotherUidIsRefused() {
        daemon.cluster.pod("a", "u-new", "");

        var reply = daemon.ask("ADD", "a");

        assertThat(reply.type()).startsWith("text/plain");
        assertThat(reply.body())
                .contains("Multus: [shop/a/u-a]: expected pod UID \"u-a\" but got \"u-new\" from Kube API");
        assertThat(daemon.plugins.calls()).isEmpty();
    }

    @Test
    void theMirrorOfAStaticPodHasAnotherUid() {
        daemon.cluster.mirror("a", "u-mirror");

        assertThat(daemon.ask("ADD", "a").status()).isEqualTo(200);
        assertThat(daemon.cluster.annotations).containsKey("u-mirror");
        assertThat(daemon.plugins.args("ADD.main.eth0")).contains("K8S_POD_UID=u-a");
    }

    @Test
    void aNetworkThatIsNotDefinedIsToldByAnEvent() {
        daemon.cluster.pod("a", "u-a", "green");

        assertThat(daemon.ask("ADD", "a").body())
                .contains("cannot find a network-attachment-definition (green) in namespace (shop)");
        assertThat(daemon.cluster.events)
                .extracting(event -> event.weight().eventType() + " " + event.reason())
                .containsExactly("Warning NoNetworkFound");
        assertThat(daemon.plugins.calls()).isEmpty();
        assertThat(daemon.kept()).isEmpty();
    }

    @Test
    void whileTheApiServerIsAwayPodsGoAndNoneComes() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.cluster.pod("b", "u-b", "red");
        daemon.ask("ADD", "a");
        daemon.cluster.isAway = true;

        assertThat(daemon.ask("DEL", "a").status()).isEqualTo(200);
        assertThat(daemon.ask("ADD", "b").body()).startsWith("{\"code\":11,").contains("error waiting for pod");
        assertThat(daemon.plugins.ledger()).isEmpty();
    }

    @Test
    void aContainerWhoseListIsLostGoesByThePodsAnnotations() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.ask("ADD", "a");
        ScriptPlugins.remove(daemon.cniDir().resolve("a"));
        daemon.kept().forEach(name -> ScriptPlugins.remove(daemon.cniDir().resolve(name)));

        assertThat(daemon.ask("DEL", "a").status()).isEqualTo(200);
        assertThat(daemon.plugins.ledger()).isEmpty();
    }

    /** Upstream says that it cannot properly delete, and that all is well. */
    @Test
    void aContainerWhoseListAndPodAreLostGoesByItsResults() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.ask("ADD", "a");
        daemon.cluster.deletePod("a");
        ScriptPlugins.write(daemon.cniDir().resolve("a"), "[{");

        daemon.deleteLeavesNothing("a");
    }

    @Test
    void aDelThatFailsIsToldAndTheListGoesAsUpstreamHasIt() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.ask("ADD", "a");
        daemon.plugins.fail("DEL", "red", 42);

        var reply = daemon.ask("DEL", "a");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).startsWith("{\"code\":42,");
        assertThat(daemon.plugins.ledger()).containsExactly("a.net1.red");
        assertThat(daemon.kept()).containsExactly("results/red-a-net1");
    }

    @Test
    void aClientThatGoesAwayTakesBackWhatWasAdded() throws IOException {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.plugins.hold("ADD", "red");
        try (var _ = daemon.begin("ADD", "a")) {
            await().atMost(LONG).until(daemon.plugins::isHeld);
            assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main", "a.net1.red");
        }

        await().atMost(LONG)
                .until(() -> daemon.plugins.ledger().isEmpty() && daemon.kept().isEmpty());
        assertThat(daemon.cluster.annotations).isEmpty();
    }

    @Test
    void aClientThatGoesAwayAtTheEndLeavesNoStatus() {
        daemon.cluster.pod("a", "u-a", "red");
        var client = new CompletableFuture<UnixClient>();
        var isPublished = new AtomicBoolean();
        daemon.cluster.afterPublishing = deadline -> {
            close(client.join());
            await().atMost(LONG).until(() -> deadline.left().isZero());
            isPublished.set(true);
        };
        client.complete(daemon.begin("ADD", "a"));

        await().atMost(LONG).untilTrue(isPublished);
        await().atMost(LONG)
                .until(() -> daemon.plugins.ledger().isEmpty() && daemon.kept().isEmpty());
        assertThat(daemon.cluster.annotations).isEmpty();
    }

    @Test
    void aDelWhoseClientGoesAwayCanBeDoneAgain() throws IOException {
        daemon.cluster.pod("a", "u-a", "red,blue");
        daemon.ask("ADD", "a");
        daemon.plugins.hold("DEL", "red");
        try (var _ = daemon.begin("DEL", "a")) {
            await().atMost(LONG).until(daemon.plugins::isHeld);
        }
        daemon.plugins.noSteps();
        daemon.cluster.deletePod("a");

        daemon.deleteLeavesNothing("a");
    }

    private static void close(UnixClient client) {
        try {
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of which the list of the second one says nothing. */
    @Test
    void whatAFailedAddLeftIsTakenAwayBeforeTheNextOne() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.plugins.fail("ADD", "red", 42);
        daemon.plugins.fail("DEL", "red", 43);
        daemon.ask("ADD", "a");
        daemon.plugins.noSteps();
        daemon.cluster.pod("a", "u-a", "blue@lan");

        assertThat(daemon.ask("ADD", "a").status()).isEqualTo(200);
        assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main", "a.lan.blue");
    }

    @Test
    void checkLooksAtAllNetworks() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.ask("ADD", "a");
        assertThat(daemon.ask("CHECK", "a").status()).isEqualTo(200);

        daemon.plugins.lose("a.net1.red");

        assertThat(daemon.ask("CHECK", "a").body()).startsWith("{\"code\":101,").contains("no such interface");
        assertThat(daemon.ask("CHECK", "b").body()).startsWith("{\"code\":3,");
    }

    @Test
    void statusSaysWhatDoesNotWork() {
        assertThat(daemon.askOfNetwork("STATUS", "").status()).isEqualTo(200);

        daemon.plugins.fail("STATUS", "main", 51);
        assertThat(daemon.askOfNetwork("STATUS", "").body()).isEqualTo("{\"code\":51,\"msg\":\"planned\"}");

        ScriptPlugins.remove(daemon.clusterNetwork());
        assertThat(daemon.askOfNetwork("STATUS", "").body())
                .startsWith("{\"code\":50,")
                .contains("no such file");
    }

    /** Upstream passes all that it keeps as valid, and so never removes anything. */
    @Test
    void garbageCollectionTakesContainersAwayThatTheRuntimeDoesNotName() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.cluster.pod("b", "u-b", "red");
        daemon.ask("ADD", "a");
        daemon.ask("ADD", "b");
        daemon.cluster.deletePod("a");

        var reply = daemon.askOfNetwork(
                "GC", ",\"cni.dev/valid-attachments\":[{\"containerID\":\"b\",\"ifname\":\"eth0\"}]");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(daemon.plugins.ledger()).containsExactly("b.eth0.main", "b.net1.red");
        assertThat(daemon.kept()).containsExactly("b", "results/main-net-b-eth0", "results/red-b-net1");
        assertThat(daemon.plugins.stdin("GC.main."))
                .contains("\"cni.dev/valid-attachments\":[{\"containerID\":\"b\",\"ifname\":\"eth0\"}]");
    }

    @Test
    void garbageCollectionWithoutAListTakesNothingAway() {
        daemon.cluster.pod("a", "u-a", "");
        daemon.ask("ADD", "a");

        assertThat(daemon.askOfNetwork("GC", "").status()).isEqualTo(200);
        assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main");
    }

    @Test
    void versionIsNoneOfTheDaemonsCommands() {
        assertThat(daemon.ask("VERSION", "a").body()).contains("unknown cmd type: VERSION");
    }

    @Test
    void aNetworkIsAddedToAPodThatRunsAndGoesWithIt() {
        daemon.cluster.pod("a", "u-a", "");
        daemon.ask("ADD", "a");
        var config = "{\"cniVersion\":\"1.0.0\",\"name\":\"late\",\"type\":\"blue\"}";

        var reply = daemon.hotPlug("ADD", "a", "late0", config);

        assertThat(reply.body()).startsWith("{\"Result\":{").contains("late0");
        assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main", "a.late0.blue");
        assertThat(daemon.plugins.stdin("ADD.blue.late0")).doesNotContain("cniDir");

        assertThat(daemon.hotPlug("DEL", "a", "late0", config).status()).isEqualTo(200);
        assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main");

        daemon.hotPlug("ADD", "a", "late0", config);
        daemon.ask("DEL", "a");
        assertThat(daemon.plugins.ledger()).isEmpty();
        assertThat(daemon.kept()).isEmpty();
    }

    /** As when a controller asks again whose first request was done. */
    @Test
    void anInterfaceThatRunsIsNotTakenAwayByAnAddThatIsRefusedForIt() {
        daemon.cluster.pod("a", "u-a", "");
        daemon.ask("ADD", "a");
        var config = "{\"cniVersion\":\"1.0.0\",\"name\":\"late\",\"type\":\"blue\"}";
        daemon.hotPlug("ADD", "a", "late0", config);

        assertThat(daemon.hotPlug("ADD", "a", "late0", config).body()).contains("already exists");
        assertThat(daemon.plugins.ledger()).containsExactly("a.eth0.main", "a.late0.blue");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"mac\":\"02:00:00:00:00:01;K8S_POD_NAME=b\"} | failed to mac: address 02:00:00:00:00:01;K8S_POD_NAME=b: invalid MAC"
                        + " address",
                "{\"ips\":[\"10.1.0.2\",\"10.1.0.300\"]} | failed to parse IP address \\\"10.1.0.300\\\"",
                "{\"ips\":[\"10.1.0.2/33\"]} | invalid CIDR address: 10.1.0.2/33"
            })
    void anAddressThatIsNoneReachesNoPluginOfANetworkThatIsAddedToAPodThatRuns(String attributes, String words) {
        var config = "{\"cniVersion\":\"1.0.0\",\"name\":\"late\",\"type\":\"blue\"}";

        var reply = daemon.hotPlug("ADD", "a", "late0", config, attributes);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains(words.replace("\\\"", "\""));
        assertThat(daemon.plugins.calls()).isEmpty();
        assertThat(daemon.hotPlug("DEL", "a", "late0", config, attributes).status())
                .isEqualTo(200);
        assertThat(daemon.plugins.args("DEL.blue.late0")).doesNotContain("MAC=", "IP=");
    }

    @Test
    void aPodOfAnAddThatIsEndedByAFaultKeepsNoNetworkAndCanBeAddedAgain() {
        daemon.cluster.pod("a", "u-a", "red");
        daemon.cluster.afterPublishing = _ -> {
            throw new OutOfMemoryError("planned");
        };

        var reply = daemon.ask("ADD", "a");

        assertThat(reply.body()).startsWith("{\"code\":11,").contains("a fault in the daemon");
        assertThat(daemon.plugins.ledger()).isEmpty();
        assertThat(daemon.kept()).isEmpty();
        assertThat(daemon.cluster.annotations).isEmpty();
        daemon.cluster.afterPublishing = _ -> {};
        assertThat(daemon.ask("ADD", "a").status()).isEqualTo(200);
    }

    @Test
    void aFaultAtTheSecondNetworkTakesTheFirstOneBack() {
        daemon.cluster.pod("a", "u-a", "red@lan");
        daemon.sandboxes.faultAt = "lan";

        assertThat(daemon.ask("ADD", "a").body()).contains("a fault in the daemon");

        assertThat(daemon.plugins.calls()).containsExactly("ADD main eth0", "DEL main eth0");
        assertThat(daemon.kept()).isEmpty();
    }

    @Test
    void aFaultAtANetworkThatIsAddedToAPodThatRunsIsAnsweredAndTheNextRequestIsDone() {
        var config = "{\"cniVersion\":\"1.0.0\",\"name\":\"late\",\"type\":\"blue\"}";
        daemon.sandboxes.faultAt = "late0";

        assertThat(daemon.hotPlug("ADD", "a", "late0", config).body()).contains("a fault in the daemon");

        daemon.sandboxes.faultAt = "";
        assertThat(daemon.hotPlug("ADD", "a", "late0", config).status()).isEqualTo(200);
    }

    @Test
    void configurationsThatCannotBeReadAreRefusedInUpstreamsWords() {
        assertThat(daemon.askOfNetwork("STATUS", ",\"delegates\":7").body())
                .contains("ERRORED: Multus: error loading netconf: LoadNetConf: failed to load netconf: ");
    }

    @Test
    void theFolderOfCachesIsTheirOwnersAlone() throws IOException {
        daemon.cluster.pod("a", "u-a", "");
        daemon.ask("ADD", "a");

        assertThat(Files.getPosixFilePermissions(daemon.cniDir())).hasSize(3);
    }
}
