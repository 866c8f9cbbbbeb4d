// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Picks from a pod, as it streams by, what decisions need. */
public final class PodReader {
    private static final Set<String> ANNOTATIONS =
            Set.of(Linkerd.MULTUS, Linkerd.PROXY_UID, Linkerd.PROXY_GID, Multus.NETWORKS, OpenShift.SCC);
    private static final Set<String> LABELS = Set.of(Linkerd.CONTROL_PLANE_COMPONENT, Linkerd.MULTUS);

    /** An object of 1.5 MiB, as etcd takes it, has room for more, and no node could run them. */
    private static final int MOST_CONTAINERS = 1000;

    private final JsonWalk json;
    private String name = "";
    private String generateName = "";
    private boolean hasMetadata;
    private boolean hasAnnotations;
    private boolean hostNetwork;
    private boolean hostUsers = true;
    private String runtimeClass = "";
    private OptionalLong runAsUser = OptionalLong.empty();
    private final Map<String, String> annotations = new HashMap<>();
    private final Map<String, String> labels = new HashMap<>();
    private final List<Container> initContainers = new ArrayList<>();
    private final List<Container> containers = new ArrayList<>();

    private PodReader(JsonWalk json) {
        this.json = json;
    }

    /** {@return the pod that the walk stands on} */
    public static Pod read(JsonWalk json) throws MalformedJson {
        var reader = new PodReader(json);
        json.object(reader::pod);
        return reader.result();
    }

    private Pod result() {
        var all = new ArrayList<>(initContainers);
        all.addAll(containers);
        return new Pod(
                name.isEmpty() ? generateName : name,
                hasMetadata,
                hasAnnotations,
                annotations,
                labels,
                hostNetwork,
                hostUsers,
                runtimeClass,
                runAsUser,
                all);
    }

    private void pod(String key) throws MalformedJson {
        switch (key) {
            case "metadata" -> hasMetadata = json.object(this::metadata);
            case "spec" -> json.object(this::spec);
            default -> json.skip();
        }
    }

    private void metadata(String key) throws MalformedJson {
        switch (key) {
            case "name" -> name = json.text();
            case "generateName" -> generateName = json.text();
            case "annotations" -> hasAnnotations = json.object(each -> pick(each, ANNOTATIONS, annotations));
            case "labels" -> json.object(each -> pick(each, LABELS, labels));
            default -> json.skip();
        }
    }

    private void pick(String key, Set<String> wanted, Map<String, String> into) throws MalformedJson {
        if (wanted.contains(key)) {
            into.put(key, json.text());
        } else {
            json.skip();
        }
    }

    private void spec(String key) throws MalformedJson {
        switch (key) {
            case "hostNetwork" -> hostNetwork = json.flag();
            case "hostUsers" -> hostUsers = json.flagOr(true);
            case "runtimeClassName" -> runtimeClass = json.text();
            case "securityContext" ->
                json.object(each -> {
                    if (each.equals("runAsUser")) {
                        runAsUser = json.number();
                    } else {
                        json.skip();
                    }
                });
            case "initContainers" -> containers(key, initContainers);
            case "containers" -> containers(key, containers);
            default -> json.skip();
        }
    }

    /** Of two lists of one name, Kubernetes takes the last, and what was found in the first would be looked for there. */
    private void containers(String list, List<Container> into) throws MalformedJson {
        if (!into.isEmpty()) {
            throw new MalformedJson("/spec/" + list + " is there twice");
        }
        json.list(index -> into.add(container(list, index)));
    }

    private Container container(String list, int index) throws MalformedJson {
        if (index == MOST_CONTAINERS) {
            throw new MalformedJson("/spec/" + list + " has more than " + MOST_CONTAINERS + " containers");
        }
        var reading = new ContainerReading(json);
        json.object(reading::member);
        return new Container(
                "/spec/" + list + "/" + index,
                reading.name,
                list.equals("initContainers") && !reading.restartPolicy.equals("Always"),
                reading.hasSecurityContext,
                reading.runAsUser);
    }

    /** What is known of a container half way through. */
    private static final class ContainerReading {
        private final JsonWalk json;
        private String name = "";
        private String restartPolicy = "";
        private boolean hasSecurityContext;
        private OptionalLong runAsUser = OptionalLong.empty();

        ContainerReading(JsonWalk json) {
            this.json = json;
        }

        void member(String key) throws MalformedJson {
            switch (key) {
                case "name" -> name = json.text();
                case "restartPolicy" -> restartPolicy = json.text();
                case "securityContext" -> hasSecurityContext = json.object(this::securityContext);
                default -> json.skip();
            }
        }

        private void securityContext(String key) throws MalformedJson {
            if (key.equals("runAsUser")) {
                runAsUser = json.number();
            } else {
                json.skip();
            }
        }
    }
}
