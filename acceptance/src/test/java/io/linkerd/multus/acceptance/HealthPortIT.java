// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.localcluster.PodNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The health ports, which are open to every pod of a cluster. */
@WithMesh
@Isolated("the kubelet has to be answered in time")
class HealthPortIT {
    private static final int CONNECTIONS = 200;

    private final Mesh mesh;

    HealthPortIT(Mesh mesh) {
        this.mesh = mesh;
    }

    /** The kubelet got no answer any more: 200 connections took a replica out of service, and had it restarted. */
    @Test
    void silentConnectionsTakeNoReplicaOutOfService() throws Exception {
        var pods = pods();
        var patience = pods.stream()
                .map(HealthPortIT::readinessPatience)
                .max(Duration::compareTo)
                .orElseThrow();
        var restarts = restarts();
        assertThat(pods).hasSizeGreaterThan(2).allMatch(HealthPortIT::isReady);

        var attacks = new ArrayList<Callable<String>>();
        for (int at = 0; at < pods.size(); at++) {
            var victim = pods.get((at + 1) % pods.size()).at("/status/podIP").asText();
            attacks.add(attack(network(pods.get(at)), victim, patience.multipliedBy(2)));
        }
        try (var attackers = Executors.newVirtualThreadPerTaskExecutor()) {
            var attacked = attacks.stream().map(attackers::submit).toList();

            Lasting.holds(
                    "every replica is in service",
                    patience.multipliedBy(2),
                    () -> pods().stream().allMatch(HealthPortIT::isReady));
            for (var opened : attacked) {
                assertThat(Integer.parseInt(opened.get().strip())).isGreaterThanOrEqualTo(CONNECTIONS);
            }
        }
        assertThat(restarts()).isEqualTo(restarts);
    }

    private List<JsonNode> pods() throws Exception {
        return mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/instance=" + Release.NAME).stream()
                .filter(pod -> pod.at("/status/phase").asText().equals("Running"))
                .toList();
    }

    private Map<String, Integer> restarts() throws Exception {
        return pods().stream()
                .collect(Collectors.toMap(
                        pod -> pod.at("/metadata/name").asText(),
                        pod -> pod.at("/status/containerStatuses/0/restartCount")
                                .asInt()));
    }

    private PodNetwork network(JsonNode pod) throws Exception {
        return mesh.cluster().podNetwork(Release.NAME, pod.at("/metadata/name").asText());
    }

    /** Opens them all, says nothing for as long as the port lets any connection live, and begins again; prints how many were opened. */
    private static Callable<String> attack(PodNetwork from, String victim, Duration time) {
        var script = """
                opened=0
                until [ "$SECONDS" -ge %d ]; do
                  for fd in $(seq 10 %d); do eval "exec $fd<>/dev/tcp/%s/8080" && opened=$((opened + 1)); done
                  sleep 10
                  for fd in $(seq 10 %2$d); do eval "exec $fd>&-"; done
                done
                echo "$opened"
                """.formatted(time.toSeconds(), CONNECTIONS + 9, victim);
        return () -> from.run(time.multipliedBy(3), List.of("bash", "-c", script));
    }

    /** How long the kubelet waits before it takes a pod for unready. */
    private static Duration readinessPatience(JsonNode pod) {
        var probe = pod.at("/spec/containers/0/readinessProbe");
        return Duration.ofSeconds(probe.path("periodSeconds").asLong()
                * probe.path("failureThreshold").asLong());
    }

    private static boolean isReady(JsonNode pod) {
        return pod.at("/status/conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asText().equals("Ready")
                        && condition.path("status").asText().equals("True"));
    }
}
