// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Two hundred pods that nothing redirects, as after a runtime that went past Multus on many nodes. They are held back from the scheduler,
 * and their status is written: the machine could not run so many. Each has an owner of its own, which makes no other one.
 */
@WithMesh
@Order(6)
class StormIT {
    private static final String NAMESPACE = "storm";
    private static final int BROKEN = 200;
    private static final int HEALTHY = 20;
    private static final int PER_MINUTE = 400;
    private static final double A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final Mesh mesh;

    StormIT(Mesh mesh) {
        this.mesh = mesh;
    }

    /** How many were left, in an answer that was asked for and came at these moments. */
    private record Count(long asked, long answered, int left) {}

    @AfterEach
    void installAsUsual() throws Exception {
        mesh.release().install();
    }

    @Test
    void twoHundredPodsAreReplacedAtTheBoundedRateAndNoneOfTheHealthyOnes() throws Exception {
        mesh.release().install("--set", "controller.repair.perMinute=" + PER_MINUTE);
        mesh.namespace(NAMESPACE, Mesh.OPTED_IN);
        mesh.apply(all("broken", BROKEN, StormIT::pod) + all("healthy", HEALTHY, StormIT::pod));
        var healthy = uids("healthy");
        assertThat(healthy).hasSize(HEALTHY);

        mesh.cluster()
                .kubectl()
                .apply(
                        all("broken", BROKEN, name -> ended(name, 95))
                                + all("healthy", HEALTHY, name -> ended(name, 0)),
                        "--subresource=status");
        var counts = new ArrayList<Count>();
        mesh.until("no pod without rules is left", () -> {
            counts.add(count());
            return counts.getLast().left() == 0;
        });

        assertThat(uids("healthy")).isEqualTo(healthy);
        assertThat(tooFast(counts)).isEmpty();
        assertThat(mesh.controllerMetric("linkerd_multus_controller_repairs_total{outcome=\"evicted\"}"))
                .as("evictions since the controller was started")
                .isEqualTo(BROKEN);
    }

    private Count count() throws Exception {
        long asked = System.nanoTime();
        int left = uids("broken").size();
        return new Count(asked, System.nanoTime(), left);
    }

    /** {@return stretches in which more went than may go in so long a time, and the one that begins it} */
    private static List<String> tooFast(List<Count> counts) {
        return IntStream.range(0, counts.size())
                .boxed()
                .flatMap(from -> counts.subList(from + 1, counts.size()).stream()
                        .filter(to -> counts.get(from).left() - to.left() > 1 + allowed(counts.get(from), to))
                        .map(to -> counts.get(from) + " to " + to))
                .toList();
    }

    private static double allowed(Count from, Count to) {
        return (to.answered() - from.asked()) / A_MINUTE * PER_MINUTE;
    }

    private Set<String> uids(String kind) throws Exception {
        return mesh.objects().list("pods", NAMESPACE, "--selector=kind=" + kind).stream()
                .map(pod -> pod.at("/metadata/uid"))
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    private interface Manifest {
        String of(String name);
    }

    private static String all(String kind, int count, Manifest manifest) {
        return IntStream.range(0, count)
                .mapToObj(number -> manifest.of(kind + "-" + number))
                .collect(Collectors.joining());
    }

    /** As Linkerd's injector leaves it. */
    private static String pod(String name) {
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %1$s
                  namespace: storm
                  labels: {kind: %2$s, linkerd.io/control-plane-ns: linkerd}
                  ownerReferences: [{apiVersion: example.com/v1, kind: Game, name: %1$s, uid: %1$s, controller: true}]
                spec:
                  schedulingGates: [{name: example.com/never}]
                  initContainers:
                  - {name: linkerd-network-validator, image: validator, securityContext: {runAsUser: 65534}}
                  - {name: linkerd-proxy, image: proxy, restartPolicy: Always, securityContext: {runAsUser: 2102}}
                  containers: [{name: app, image: app}]
                ---
                """.formatted(name, name.replaceAll("-.*", ""));
    }

    private static String ended(String name, int exitCode) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: storm}
                status:
                  initContainerStatuses:
                  - name: linkerd-network-validator
                    image: validator
                    imageID: validator
                    ready: false
                    restartCount: 1
                    state: {waiting: {reason: CrashLoopBackOff}}
                    lastState: {terminated: {exitCode: %d, startedAt: "2026-01-01T00:00:00Z", finishedAt: "2026-01-01T00:00:10Z"}}
                ---
                """.formatted(name, exitCode);
    }
}
