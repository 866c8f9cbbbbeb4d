// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/**
 * A kind of objects as the API server knows it.
 *
 * @param apiVersion group and version, as objects have it
 * @param plural as URLs have it
 * @param name as objects have it
 * @param traits what is special about it
 * @param empty what an object of this kind has when nothing was said yet
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
        UPDATES_NAME_VERSION,
        /** A deletion is answered with the object instead of a Status. */
        ANSWERS_DELETED
    }

    private static final String RULE_DEFAULTS = "{scope: '*'}";

    static final List<Kind> BUILT_IN = List.of(
            of(
                    "v1",
                    "namespaces",
                    "Namespace",
                    "{spec: {finalizers: ['kubernetes']}, status: {phase: 'Active'}}",
                    Trait.STATUS,
                    Trait.ANSWERS_DELETED),
            of("v1", "configmaps", "ConfigMap", "{}", Trait.NAMESPACED),
            of("v1", "secrets", "Secret", "{}", Trait.NAMESPACED).defaulting("{type: 'Opaque'}"),
            of("v1", "serviceaccounts", "ServiceAccount", "{}", Trait.NAMESPACED, Trait.ANSWERS_DELETED),
            of(
                    "v1",
                    "pods",
                    "Pod",
                    "{spec: {}, status: {}}",
                    Trait.NAMESPACED,
                    Trait.STATUS,
                    Trait.GENERATION,
                    Trait.ANSWERS_DELETED),
            of("v1", "nodes", "Node", "{spec: {}, status: {}}", Trait.STATUS),
            of(
                    "v1",
                    "events",
                    "Event",
                    "{source: {}, firstTimestamp: null, lastTimestamp: null, eventTime: null,"
                            + " reportingComponent: '', reportingInstance: ''}",
                    Trait.NAMESPACED),
            of(
                    "apps/v1",
                    "daemonsets",
                    "DaemonSet",
                    "{spec: {template: {metadata: {}, spec: {}}, updateStrategy: {}}, status: {}}",
                    Trait.NAMESPACED,
                    Trait.STATUS,
                    Trait.GENERATION),
            of(
                    "apps/v1",
                    "deployments",
                    "Deployment",
                    "{spec: {template: {metadata: {}, spec: {}}, strategy: {}}, status: {}}",
                    Trait.NAMESPACED,
                    Trait.STATUS,
                    Trait.GENERATION),
            of("coordination.k8s.io/v1", "leases", "Lease", "{spec: {}}", Trait.NAMESPACED, Trait.UPDATES_NAME_VERSION),
            of("rbac.authorization.k8s.io/v1", "rolebindings", "RoleBinding", "{}", Trait.NAMESPACED),
            of("rbac.authorization.k8s.io/v1", "clusterroles", "ClusterRole", "{rules: null}"),
            of(
                            "admissionregistration.k8s.io/v1",
                            "mutatingwebhookconfigurations",
                            "MutatingWebhookConfiguration",
                            "{}",
                            Trait.GENERATION,
                            Trait.UPDATES_NAME_VERSION)
                    .defaulting("{webhooks: [{failurePolicy: 'Fail', matchPolicy: 'Equivalent', namespaceSelector: {},"
                            + " objectSelector: {}, reinvocationPolicy: 'Never', timeoutSeconds: 10,"
                            + " clientConfig: {}, rules: [" + RULE_DEFAULTS + "]}]}"));

    /** A kind that a CustomResourceDefinition defines, without a status of its own. */
    static Kind custom(String apiVersion, String plural, String name, boolean namespaced) {
        return namespaced
                ? of(
                        apiVersion,
                        plural,
                        name,
                        "{}",
                        Trait.CUSTOM,
                        Trait.GENERATION,
                        Trait.UPDATES_NAME_VERSION,
                        Trait.NAMESPACED)
                : of(apiVersion, plural, name, "{}", Trait.CUSTOM, Trait.GENERATION, Trait.UPDATES_NAME_VERSION);
    }

    private static Kind of(String apiVersion, String plural, String name, String empty, Trait... traits) {
        return new Kind(apiVersion, plural, name, Set.of(traits), Json.object(empty), Json.object());
    }

    private Kind defaulting(String more) {
        return new Kind(apiVersion, plural, name, traits, empty, Json.object(more));
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
