// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonShape;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the file in which kubelet keeps the devices of device plugins: {@code DeviceIDs} is a list until Kubernetes 1.19, and a list for each
 * NUMA node since.
 *
 * <p>A device near two NUMA nodes is in the lists of both, and one of an init container is there again for the container that has it next. It
 * is one device, so it is told once.
 */
final class DeviceCheckpoint {
    /** Some 400 bytes for each container and resource, or a few KiB where a device plugin mounts much: ten times what 1,000 pods have. */
    private static final int LONGEST = 16 << 20;

    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(LONGEST).texts(4 << 10, LONGEST).build();

    private final Map<String, Set<String>> allotted = new HashMap<>();
    private final PodIdentity pod;

    private DeviceCheckpoint(PodIdentity pod) {
        this.pod = pod;
    }

    /** {@return the ids of the pod's devices by resource} */
    static Map<String, List<String>> devices(Path file, PodIdentity pod) throws IOException, MalformedJson {
        var reading = new DeviceCheckpoint(pod);
        try (var channel = RegularFile.open(file)) {
            if (!JsonDocument.read(Channels.newInputStream(channel), LIMITS, reading::file)) {
                throw new MalformedJson("Data is missing");
            }
        }
        return reading.allotted.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> List.copyOf(each.getValue())));
    }

    /** {@return whether the entries were there} */
    private boolean file(JsonWalk walk) throws MalformedJson {
        var found = new boolean[1];
        walk.object(key -> {
            if (key.equals("Data")) {
                found[0] = walk.object(data -> {
                    if (data.equals("PodDeviceEntries")) {
                        walk.list(_ -> entry(walk));
                    } else {
                        walk.skip();
                    }
                });
            } else {
                walk.skip();
            }
        });
        return found[0];
    }

    private void entry(JsonWalk walk) throws MalformedJson {
        var texts = new HashMap<String, String>();
        var ids = new ArrayList<String>();
        walk.object(key -> {
            switch (key) {
                case "PodUID", "ResourceName" -> texts.put(key, walk.text());
                case "DeviceIDs" -> {
                    if (texts.getOrDefault("PodUID", pod.uid()).equals(pod.uid())) {
                        ids(walk, ids);
                    } else {
                        walk.skip();
                    }
                }
                default -> walk.skip();
            }
        });
        if (pod.uid().equals(texts.get("PodUID"))) {
            allotted.computeIfAbsent(texts.getOrDefault("ResourceName", ""), _ -> new LinkedHashSet<>())
                    .addAll(ids);
        }
    }

    private static void ids(JsonWalk walk, List<String> ids) throws MalformedJson {
        if (walk.shape() == JsonShape.LIST) {
            walk.list(_ -> ids.add(walk.text()));
        } else {
            walk.object(_ -> walk.list(_ -> ids.add(walk.text())));
        }
    }
}
