// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.cli.facts.Injectable;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What Linkerd's proxy injector does to a pod before the webhook sees it, as far as the webhook reads it: {@code pkg/inject} of linkerd2
 * with {@code cniEnabled=true} and the other values of its chart (2.20).
 */
final class Injection {
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
        if (!injection.names().contains(Linkerd.PROXY)) {
            injection
                    .injectable()
                    .passedOver()
                    .ifPresentOrElse(
                            over -> assumed.accept("Linkerd's injector leaves the pod as it is: " + over.words()),
                            () -> assumed.accept(injection.inject()));
        }
    }

    private Injectable injectable() {
        return new Injectable(
                namespace,
                Trees.annotation(pod, Linkerd.INJECT),
                Optional.ofNullable(says.annotations().get(Linkerd.INJECT)),
                pod.at("/spec/hostNetwork").asBoolean(),
                names(),
                pod.at("/metadata/labels")
                        .propertyStream()
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()),
                Linkerd.DISABLED.equals(says.labels().get(WEBHOOKS)));
    }

    private Set<String> names() {
        return Trees.containers(pod)
                .map(container -> container.path("name").asText())
                .collect(Collectors.toSet());
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
