// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.localcluster.processes.PodProcesses;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of one running container of ours, as the kernel counts it.
 *
 * @param service installer, controller or webhook
 * @param memory what it holds; RssAnon is what is its own, and RSS has pages of files, which the kernel can take back
 * @param readyAfter from the creation of the pod until it was ready, as the API server has it: in whole seconds
 */
public record Footprint(String service, String pod, String node, ResidentMemory memory, Duration readyAfter) {
    /** Reads those of all pods of the release that run and are to go on. */
    public static List<Footprint> of(ClusterObjects objects) throws IOException, InterruptedException {
        var all = new ArrayList<Footprint>();
        for (var pod : objects.list("pods", Release.NAME)) {
            var metadata = pod.path("metadata");
            if (metadata.has("deletionTimestamp")) {
                continue;
            }
            for (var process : PodProcesses.of(metadata.path("uid").asText(), Release.PACKAGE)) {
                ResidentMemory.of(process).ifPresent(memory -> all.add(of(pod, memory)));
            }
        }
        return all;
    }

    private static Footprint of(JsonNode pod, ResidentMemory memory) {
        var metadata = pod.path("metadata");
        return new Footprint(
                metadata.path("labels").path("app.kubernetes.io/name").asText(),
                metadata.path("name").asText(),
                pod.path("spec").path("nodeName").asText(),
                memory,
                readyAfter(pod));
    }

    private static Duration readyAfter(JsonNode pod) {
        var created =
                Instant.parse(pod.path("metadata").path("creationTimestamp").asText());
        return MeshedPod.readiness(pod)
                .map(condition -> Duration.between(
                        created,
                        Instant.parse(condition.path("lastTransitionTime").asText())))
                .orElse(Duration.ZERO);
    }
}
