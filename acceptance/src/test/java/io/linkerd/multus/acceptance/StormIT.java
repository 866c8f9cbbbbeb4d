// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Pods that nothing redirects, as after a runtime that went past Multus on many nodes. They are held back from the scheduler,
 * and their status is written: the machine could not run so many. Each has an owner of its own, which makes no other one.
 */
@WithMesh
class StormIT {
    private static final double A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final Mesh mesh;
    private final String namespace;

    StormIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("storm");
    }

    /** How many were left, in an answer that was asked for and came at these moments. */
    private record Count(long asked, long answered, int left) {}

    @Test
    void twentyPodsAreReplacedAtTheBoundedRateAndNoneOfTheHealthyOnes() throws Exception {
        replaces(20, 5, 240);
    }

    @Test
    @Nightly.Load
    void twoHundredPodsAreReplacedAtTheBoundedRateAndNoneOfTheHealthyOnes() throws Exception {
        replaces(200, 20, 400);
    }

    private void replaces(int broken, int healthy, int perMinute) throws Exception {
        mesh.awaitTidy();
        mesh.release().install("--set", "controller.repair.perMinute=" + perMinute);
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.apply(all("broken", broken, this::pod) + all("healthy", healthy, this::pod));
        var untouched = uids("healthy");
        assertThat(untouched).hasSize(healthy);

        mesh.cluster()
                .kubectl()
                .apply(
                        all("broken", broken, name -> ended(name, 95))
                                + all("healthy", healthy, name -> ended(name, 0)),
                        "--subresource=status");
        var counts = new ArrayList<Count>();
        mesh.until("no pod without rules is left", () -> {
            counts.add(count());
            return counts.getLast().left() == 0;
        });

        assertThat(uids("healthy")).isEqualTo(untouched);
        assertThat(tooFast(counts, perMinute)).isEmpty();
        // The controller counts an eviction when it has its answer, and the pod is gone before that.
        mesh.until("the evictions are counted", () -> evictions() >= broken);
        assertThat(evictions()).isEqualTo(broken);
    }

    /** {@return those since the controller was started} */
    private double evictions() throws Exception {
        return mesh.controllerMetric("linkerd_multus_controller_repairs_total{outcome=\"evicted\"}");
    }

    private Count count() throws Exception {
        long asked = System.nanoTime();
        int left = uids("broken").size();
        return new Count(asked, System.nanoTime(), left);
    }

    /** {@return stretches in which more went than may go in so long a time, and the one that begins it} */
    private static List<String> tooFast(List<Count> counts, int perMinute) {
        return IntStream.range(0, counts.size())
                .boxed()
                .flatMap(from -> counts.subList(from + 1, counts.size()).stream()
                        .filter(to ->
                                counts.get(from).left() - to.left() > 1 + allowed(counts.get(from), to, perMinute))
                        .map(to -> counts.get(from) + " to " + to))
                .toList();
    }

    private static double allowed(Count from, Count to, int perMinute) {
        return (to.answered() - from.asked()) / A_MINUTE * perMinute;
    }

    private Set<String> uids(String kind) throws Exception {
        return mesh.objects().labelled("pods", namespace, "kind=" + kind).stream()
                .map(pod -> pod.at("/metadata/uid"))
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    private interface Manifest {
        String of(String name);
    }

    private String all(String kind, int count, Manifest manifest) {
        return IntStream.range(0, count)
                .mapToObj(number -> manifest.of(kind + "-" + number))
                .collect(Collectors.joining());
    }

    /** As Linkerd's injector leaves it. */
    private String pod(String name) {
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %1$s
                  namespace: %3$s
                  labels: {kind: %2$s, linkerd.io/control-plane-ns: linkerd}
                  ownerReferences: [{apiVersion: example.com/v1, kind: Game, name: %1$s, uid: %1$s, controller: true}]
                spec:
                  schedulingGates: [{name: example.com/never}]
                  initContainers:
                  - {name: linkerd-network-validator, image: validator, securityContext: {runAsUser: 65534}}
                  - {name: linkerd-proxy, image: proxy, restartPolicy: Always, securityContext: {runAsUser: 2102}}
                  containers: [{name: app, image: app}]
                ---
                """.formatted(name, name.replaceAll("-.*", ""), namespace);
    }

    private String ended(String name, int exitCode) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
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
                """.formatted(name, namespace, exitCode);
    }
}
