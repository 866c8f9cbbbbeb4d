// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.localcluster.plan.Addresses;
import io.linkerd.multus.localcluster.plan.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Our Multus in the place of upstream's, installed with nothing but {@code multus.enabled}: pods get what they ask for. */
@WithMesh(profile = Profile.PLAIN_WITH_OUR_MULTUS)
class MultusDaemonIT extends Attached {
    private static final long LINKERDS_PROXY = 2102;
    private static final String FILE = "/etc/cni/multus/net.d/kept.conf";
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    MultusDaemonIT(Mesh mesh) {
        super(mesh, "networks");
    }

    @Test
    void aPlainPodAndAMeshedOneHaveTheirNetworks() throws Exception {
        mesh.apply(Applications.pod(namespace, "plain"));
        var meshed = mesh.unique("meshed");
        mesh.namespace(meshed, Mesh.OPTED_IN);
        var web = mesh.deploy(meshed, "web", 1, Map.of()).getFirst();

        assertThat(web.networks()).hasValue("linkerd-cni");
        assertThat(mesh.rules(web).exempt(LINKERDS_PROXY))
                .as("rules of %s", web)
                .isTrue();
        assertThat(AttachedPods.status(pods.ready("plain")))
                .singleElement()
                .satisfies(entry -> assertThat(entry.path("interface").asText()).isEqualTo("eth0"));
        assertThat(mesh.failedContainers(meshed)).isEmpty();
    }

    @Test
    void aPodHasTheAddressesAndRoutesThatItAsksFor() throws Exception {
        pods.define("near", "{\"cniVersion\": \"0.3.1\", \"type\": \"macvlan\", \"master\": \"eth0\"}");
        pods.make("asking", """
                [{"name": "lan", "interface": "lan1", "ips": ["198.18.200.77/24"], "mac": "c2:b0:57:49:47:f1",
                  "default-route": ["198.18.200.1"]}, {"name": "near"}]""");

        var status = AttachedPods.status(pods.ready("asking"));

        assertThat(pods.inside("asking", "ip", "-oneline", "address", "show", "lan1"))
                .contains("198.18.200.77/24");
        assertThat(pods.inside("asking", "ip", "-oneline", "link", "show", "lan1"))
                .contains("c2:b0:57:49:47:f1");
        assertThat(pods.inside("asking", "ip", "-oneline", "-details", "link", "show", "net2"))
                .contains("macvlan");
        assertThat(pods.inside("asking", "ip", "route", "show", "default").lines())
                .singleElement()
                .asString()
                .contains("via 198.18.200.1 dev lan1");
        assertThat(status.valueStream()
                        .map(entry -> entry.path("name").asText() + " "
                                + entry.path("interface").asText() + " "
                                + entry.path("default").asBoolean()))
                .containsExactly("cluster eth0 true", namespace + "/lan lan1 false", namespace + "/near net2 false");
        assertThat(status.at("/1/ips/0").asText()).isEqualTo("198.18.200.77");
        assertThat(status.at("/1/mac").asText()).isEqualTo("c2:b0:57:49:47:f1");
        assertThat(status.at("/0/dns").isObject()).isTrue();
    }

    /** The primary network's by the container runtime, the other's by the annotation. */
    @Test
    void portsOfTheNodeLeadToEachNetworkAndABandwidthIsLimited() throws Exception {
        pods.makeWithPort("primary", "lan", 18080);
        pods.make("other", """
                [{"name": "lan", "default-route": ["198.18.200.1"],
                  "portMappings": [{"hostPort": 18081, "containerPort": 8080, "protocol": "tcp"}],
                  "bandwidth": {"ingressRate": 8000000, "ingressBurst": 800000, "egressRate": 4000000, "egressBurst": 400000}}]""");
        pods.ready("primary");
        pods.ready("other");

        for (var port : List.of(18080, 18081)) {
            mesh.until("port " + port + " of the node answers", () -> ask(port).contains(" 200 OK"));
        }
        assertThat(onNode("tc qdisc show")).contains("rate 8Mbit", "rate 4Mbit");
    }

    @Test
    void aDefinitionWithoutConfigurationNamesAFileOfTheNode() throws Exception {
        onNode("""
                mkdir -p ${0%/*}
                echo '{"cniVersion": "0.3.1", "name": "kept", "type": "bridge", "bridge": "kept0"}' >$0""");
        try {
            pods.defineByFile("kept");
            pods.make("reading", "kept");
            pods.ready("reading");

            assertThat(pods.inside("reading", "ip", "-oneline", "link")).contains(" net1@");
            pods.deleteAll();
        } finally {
            onNode("rm -f $0");
        }
    }

    @Test
    void aPodWaitsForItsDefinitionAndItsOwnerIsToldWhich() throws Exception {
        pods.make("early", "later");
        mesh.untilHas(
                "an Event says what is missing",
                () -> mesh.events(namespace, "NoNetworkFound"),
                told -> told.stream().anyMatch(note -> note.contains("later") && note.contains(namespace)));
        var pod = mesh.objects().find("pod", namespace, "early").orElseThrow();
        assertThat(pod.at("/status/phase").asText()).isEqualTo("Pending");

        pods.define("later", AttachedPods.LAN);

        pods.ready("early");
        assertThat(pods.has("early", "later", "net1")).isTrue();
    }

    @Test
    void deletedPodsLeaveNothingOnTheNode() throws Exception {
        for (var i = 0; i < 4; i++) {
            pods.make("short-" + i, "lan,lan");
        }
        for (var i = 0; i < 4; i++) {
            pods.ready("short-" + i);
            assertThat(pods.has("short-" + i, "lan", "net2")).isTrue();
        }
        var sandbox = pods.sandbox("short-0");
        assertThat(NodeTraces.of(mesh.cluster().nodes().getFirst(), sandbox))
                .as("what the node has of a running pod")
                .anyMatch(line -> line.contains("/var/lib/cni/multus/" + sandbox))
                .anyMatch(line -> line.contains("/var/lib/cni/networks/lan/198.18.200."));

        pods.deleteAll();
    }

    private String ask(int port) throws Exception {
        return onNode(
                ("bash -c \"exec 3<>/dev/tcp/%s/%d; printf 'GET / HTTP/1.0\\r\\nHost: x\\r\\n\\r\\n' >&3; timeout 5 cat <&3\" 2>&1"
                                + " || echo none")
                        .formatted(Addresses.node(1), port));
    }

    /** Runs a script on the node, whose {@code $0} is the file of the network. */
    private String onNode(String script) throws Exception {
        return mesh.cluster().nodes().getFirst().run(DEADLINE, List.of("sh", "-c", script, FILE));
    }
}
