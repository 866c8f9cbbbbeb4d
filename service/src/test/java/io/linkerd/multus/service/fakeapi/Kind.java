// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind of objects as the API server knows it.
 *
 * @param apiVersion group and version, as objects have it
 * @param plural as URLs have it
 * @param name as objects have it
 * @param traits what is special about it
 * @param empty what an object of this kind has when nothing was said yet, and nobody owns
 * @param defaults what is filled in where it is missing; the one item of an array stands for all
 */
record Kind(String apiVersion, String plural, String name, Set<Trait> traits, ObjectNode empty, ObjectNode defaults) {

    /** What not all kinds do. */
    enum Trait {
        NAMESPACED,
        /** Defined by a CustomResourceDefinition. */
        CUSTOM,
        /** Writes to the object leave {@code status} as it is. */
        STATUS,
        /** Counts the changes of what is wanted. */
        GENERATION,
        /** An update has to name the version that it is based on. */
        VERSIONED_UPDATES,
        /** A deletion is answered with the object instead of a Status. */
        ANSWERS_DELETED
    }

    private static final Pattern ROW = Pattern.compile("(\\S+) +(\\w+) +(\\w+) *([A-Z_ ]*)(\\{.*})?");
    private static final Pattern BLANKS = Pattern.compile(" +");

    private static final String NAMESPACE = "{spec: {finalizers: ['kubernetes']}, status: {phase: 'Active'}}";
    private static final String WORKLOAD = "{spec: {template: {metadata: {}, spec: {}}}, status: {}}";
    private static final String EVENT = """
            {source: {}, firstTimestamp: null, lastTimestamp: null, eventTime: null, reportingComponent: '', \
            reportingInstance: ''}""";
    private static final String WEBHOOK = """
            {failurePolicy: 'Fail', matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {}, \
            reinvocationPolicy: 'Never', timeoutSeconds: 10, rules: [{scope: '*'}]}""";

    private static final Map<String, String> DEFAULTS = Map.of(
            "secrets",
            "{type: 'Opaque'}",
            "mutatingwebhookconfigurations",
            "{webhooks: [" + WEBHOOK + "]}",
            "validatingwebhookconfigurations",
            "{webhooks: [" + WEBHOOK.replace("reinvocationPolicy: 'Never', ", "") + "]}");

    static final List<Kind> BUILT_IN = """
            v1 namespaces      Namespace      STATUS ANSWERS_DELETED %s
            v1 nodes           Node           STATUS {spec: {}, status: {}}
            v1 pods            Pod            NAMESPACED STATUS GENERATION ANSWERS_DELETED {spec: {}, status: {}}
            v1 configmaps      ConfigMap      NAMESPACED
            v1 secrets         Secret         NAMESPACED
            v1 services        Service        NAMESPACED STATUS {spec: {}, status: {}}
            v1 serviceaccounts ServiceAccount NAMESPACED ANSWERS_DELETED
            v1 events          Event          NAMESPACED %s
            apps/v1 daemonsets  DaemonSet     NAMESPACED STATUS GENERATION %s
            apps/v1 deployments Deployment    NAMESPACED STATUS GENERATION %s
            coordination.k8s.io/v1 leases     Lease NAMESPACED VERSIONED_UPDATES {spec: {}}
            rbac.authorization.k8s.io/v1 roles        Role        NAMESPACED
            rbac.authorization.k8s.io/v1 rolebindings RoleBinding NAMESPACED
            rbac.authorization.k8s.io/v1 clusterroles ClusterRole {rules: null}
            admissionregistration.k8s.io/v1 mutatingwebhookconfigurations MutatingWebhookConfiguration \
            GENERATION VERSIONED_UPDATES
            admissionregistration.k8s.io/v1 validatingwebhookconfigurations ValidatingWebhookConfiguration \
            GENERATION VERSIONED_UPDATES
            """.formatted(NAMESPACE, EVENT, WORKLOAD, WORKLOAD)
            .lines()
            .map(Kind::row)
            .toList();

    /** A kind that a CustomResourceDefinition defines, without a status of its own. */
    static Kind custom(String apiVersion, String plural, String name, boolean namespaced) {
        var traits = Stream.of(Trait.CUSTOM, Trait.GENERATION, Trait.VERSIONED_UPDATES);
        return new Kind(
                apiVersion,
                plural,
                name,
                (namespaced ? Stream.concat(traits, Stream.of(Trait.NAMESPACED)) : traits)
                        .collect(Collectors.toUnmodifiableSet()),
                Json.object(),
                Json.object());
    }

    private static Kind row(String text) {
        var row = ROW.matcher(text);
        if (!row.matches()) {
            throw new IllegalArgumentException(text);
        }
        var traits = BLANKS.splitAsStream(row.group(4)).filter(word -> !word.isEmpty());
        return new Kind(
                row.group(1),
                row.group(2),
                row.group(3),
                traits.map(Trait::valueOf).collect(Collectors.toUnmodifiableSet()),
                Json.object(Objects.requireNonNullElse(row.group(5), "{}")),
                Json.object(DEFAULTS.getOrDefault(row.group(2), "{}")));
    }

    boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /** The API group; empty for the core. */
    String group() {
        return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
    }

    /** Where its API begins: {@code /api/v1}. */
    String root() {
        return (group().isEmpty() ? "/api/" : "/apis/") + apiVersion;
    }
}
