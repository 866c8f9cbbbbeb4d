// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.PodNetwork;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The leader behind watches whose packets are dropped both ways, as by a load balancer that has forgotten their connections. */
@WithMesh(cluster = 2)
@Nightly.Load
class SilentWatchIT {
    private static final String CONTROLLER = Release.NAME + "-controller";
    private static final Duration COMMAND = Duration.ofSeconds(10);

    /** No connection but a watch's is quiet for so long: the JDK closes one that has no request for 30 s. */
    private static final Duration QUIET = Duration.ofSeconds(35);

    /**
     * The first watch of a controller that has just started is so old, and all others, which began within seconds, are quiet. The client ends
     * the first of them by itself when it is five minutes old, which is after {@link #BOUND}.
     */
    private static final Duration OLD = Duration.ofMinutes(1);

    /** While it hears, an attachment is there in a second. */
    private static final Duration DEAF = Duration.ofSeconds(15);

    /** A watch is opened again after 150 seconds without a byte; then its objects are listed. */
    private static final Duration BOUND = Duration.ofMinutes(3);

    /** Of a line of {@code ss}: the port here, and the milliseconds since something was sent. */
    private static final Pattern CONNECTION =
            Pattern.compile("^\\s*\\d+\\s+\\d+\\s+\\S+:(\\d+)\\s+\\S+:443\\s.*\\blastsnd:(\\d+)", Pattern.MULTILINE);

    private final Mesh mesh;
    private final String namespace;

    SilentWatchIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("behind-silence");
    }

    /** The attachment came 569 s after the namespace had asked, and the leader led and was ready all the while. */
    @Test
    void aNamespaceThatAsksIsHeardOfThoughNothingComesInTheLeadersWatches() throws Exception {
        var leader = freshLeader();
        mesh.until("its watches are old", () -> !quiet(leader, OLD).isEmpty(), BOUND);
        var transitions = transitions();
        try {
            for (var port : quiet(leader, QUIET)) {
                drop(leader, "OUTPUT", "--sport", port);
                drop(leader, "INPUT", "--dport", port);
            }
            mesh.namespace(namespace, Mesh.OPTED_IN);

            await("the leader hears nothing")
                    .during(DEAF)
                    .atMost(DEAF.multipliedBy(2))
                    .until(() -> !attached());
            mesh.until("the namespace has its attachment", this::attached, BOUND.minus(DEAF));
            assertThat(transitions()).as("it led all the while").isEqualTo(transitions);
        } finally {
            leader.run(COMMAND, List.of("iptables-nft", "-F"));
        }
    }

    private PodNetwork freshLeader() throws Exception {
        mesh.kubectl("rollout", "restart", "deployment", CONTROLLER, "--namespace", Release.NAME);
        mesh.kubectl("rollout", "status", "deployment", CONTROLLER, "--namespace", Release.NAME, "--timeout=3m");
        var pods = mesh.untilHas("one controller is left", this::controllers, left -> left.size() == 1);
        return mesh.cluster()
                .podNetwork(Release.NAME, pods.getFirst().at("/metadata/name").asText());
    }

    private List<JsonNode> controllers() throws Exception {
        return mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/name=controller");
    }

    /** {@return the ports of the controller's connections to the API server on which it has sent nothing for so long} */
    private static List<String> quiet(PodNetwork pod, Duration time) throws Exception {
        var connections = pod.run(COMMAND, List.of("ss", "-HOtni", "state", "established"));
        return CONNECTION
                .matcher(connections)
                .results()
                .filter(connection -> Long.parseLong(connection.group(2)) > time.toMillis())
                .map(connection -> connection.group(1))
                .toList();
    }

    private static void drop(PodNetwork pod, String chain, String side, String port) throws Exception {
        pod.run(COMMAND, List.of("iptables-nft", "-A", chain, "-p", "tcp", side, port, "-j", "DROP"));
    }

    private String transitions() throws Exception {
        return mesh.kubectl(
                "get", "lease", CONTROLLER, "--namespace", Release.NAME, "--output=jsonpath={.spec.leaseTransitions}");
    }

    private boolean attached() throws Exception {
        return mesh.objects()
                .find("network-attachment-definitions", namespace, "linkerd-cni")
                .isPresent();
    }
}
