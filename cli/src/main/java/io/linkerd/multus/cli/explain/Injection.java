// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * What Linkerd's proxy injector does to a pod before the webhook sees it, as far as the webhook reads it: {@code pkg/inject} of linkerd2
 * with {@code cniEnabled=true} and the other values of its chart (2.20).
 */
final class Injection {
    private static final String INGRESS = "ingress";

    /** The only values that the injector takes. */
    private static final Set<String> VALID = Set.of("", Linkerd.ENABLED, Linkerd.DISABLED, INGRESS);

    private static final Set<String> INJECTS = Set.of(Linkerd.ENABLED, INGRESS);

    /** With a container of such a name a pod has a mesh already. */
    private static final Set<String> MESHES = Set.of(Linkerd.PROXY, Linkerd.INIT, "istio-proxy", "istio-init");

    private static final String WEBHOOKS = "config.linkerd.io/admission-webhooks";
    private static final String NATIVE_SIDECAR = "config.linkerd.io/proxy-enable-native-sidecar";

    /** Copied from the namespace to the pod where that has none of that name, empty or not; the webhook does not read the others. */
    private static final List<String> INHERITED = List.of(Linkerd.PROXY_UID, Linkerd.PROXY_GID, NATIVE_SIDECAR);

    /** As Go's {@code strconv.ParseInt} reads it; the injector passes over what it cannot read. */
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

    private final ObjectNode pod;
    private final String namespace;
    private final NamespaceSays says;

    private Injection(ObjectNode pod, String namespace, NamespaceSays says) {
        this.pod = pod;
        this.namespace = namespace;
        this.says = says;
    }

    /** Injects the proxy where the injector would, and tells which way it went; a pod with a proxy stays as it is. */
    static void apply(ObjectNode pod, String namespace, NamespaceSays says, Consumer<String> assumed) {
        var injection = new Injection(pod, namespace, says);
        if (!injection.hasAny(Set.of(Linkerd.PROXY))) {
            injection
                    .reasonAgainst()
                    .ifPresentOrElse(
                            reason -> assumed.accept("Linkerd's injector leaves the pod as it is: " + reason),
                            () -> assumed.accept(injection.inject()));
        }
    }

    private Optional<String> reasonAgainst() {
        var ofPod = Trees.annotation(pod, Linkerd.INJECT).orElse("");
        var ofNamespace = says.annotations().getOrDefault(Linkerd.INJECT, "");
        if (!VALID.contains(ofPod) || !VALID.contains(ofNamespace)) {
            var strange = VALID.contains(ofPod) ? ofNamespace : ofPod;
            return Optional.of("it takes no annotation " + Linkerd.INJECT + "=" + strange);
        }
        boolean asked = INJECTS.contains(ofPod) || (ofPod.isEmpty() && INJECTS.contains(ofNamespace));
        if (!asked) {
            return Optional.of(
                    ofPod.isEmpty()
                            ? "neither it nor namespace " + namespace + " has the annotation " + Linkerd.INJECT + "="
                                    + Linkerd.ENABLED
                            : "its annotation " + Linkerd.INJECT + " says " + ofPod);
        }
        return notMeshable().or(this::notSent);
    }

    private Optional<String> notMeshable() {
        if (pod.at("/spec/hostNetwork").asBoolean()) {
            return Optional.of("it has the network of its node");
        }
        return hasAny(MESHES) ? Optional.of("it has a container of a mesh already") : Optional.empty();
    }

    private Optional<String> notSent() {
        var labels = pod.path("metadata").path("labels");
        boolean webhooksOff = Linkerd.DISABLED.equals(says.labels().get(WEBHOOKS));
        if (webhooksOff || Linkerd.NOT_SENT_NAMESPACES.contains(namespace)) {
            return Optional.of("it is not called for namespace " + namespace);
        }
        return Linkerd.NOT_SENT_LABELS.stream()
                .filter(labels::has)
                .findFirst()
                .map(label -> "it is not called for pods with the label " + label);
    }

    private boolean hasAny(Set<String> names) {
        return Trees.containers(pod)
                .anyMatch(container -> names.contains(container.path("name").asText()));
    }

    private String inject() {
        Trees.annotate(pod, Linkerd.CREATED_BY, "linkerd/proxy-injector");
        for (var key : INHERITED) {
            var value = says.annotations().get(key);
            if (value != null && Trees.annotation(pod, key).isEmpty()) {
                Trees.annotate(pod, key, value);
            }
        }
        boolean sidecar = !Trees.annotation(pod, NATIVE_SIDECAR).orElse("").equals("false");
        long uid = proxyUid();
        var spec = Trees.object(pod, "spec");
        var validator = container(Linkerd.NETWORK_VALIDATOR, Linkerd.DEFAULT_VALIDATOR_UID);
        Trees.object(validator, "securityContext").put("runAsGroup", Linkerd.DEFAULT_VALIDATOR_UID);
        Trees.list(spec, "initContainers").insert(0, validator);
        var proxy = container(Linkerd.PROXY, uid);
        if (sidecar) {
            Trees.list(spec, "initContainers").insert(1, proxy.put("restartPolicy", "Always"));
        } else {
            Trees.list(spec, "containers").insert(0, proxy);
        }
        return "Linkerd's injector (cniEnabled) has added the init container " + Linkerd.NETWORK_VALIDATOR + " as user "
                + Linkerd.DEFAULT_VALIDATOR_UID + " and the " + (sidecar ? "sidecar" : "container") + " "
                + Linkerd.PROXY
                + " as user " + uid;
    }

    private ObjectNode container(String name, long uid) {
        var container = pod.objectNode().put("name", name);
        container
                .putObject("securityContext")
                .setAll(Map.of(
                        "runAsUser", pod.numberNode(uid),
                        "runAsNonRoot", pod.booleanNode(true),
                        "allowPrivilegeEscalation", pod.booleanNode(false)));
        return container;
    }

    private long proxyUid() {
        return Trees.annotation(pod, Linkerd.PROXY_UID)
                .filter(text -> WHOLE_NUMBER.matcher(text).matches())
                .map(Long::parseLong)
                .orElse(Linkerd.DEFAULT_PROXY_UID);
    }
}
