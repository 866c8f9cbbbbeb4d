// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * An object by what kubectl finds it by.
 *
 * @param namespace empty for one of the cluster
 */
public record Named(String apiVersion, String kind, String namespace, String name) {
    /** Where everything is that is of no other namespace. */
    public static final String RELEASE = "linkerd-multus";

    /**
     * In which order they go: the webhook's configurations, so that no pod is refused; the DaemonSet, so that the installers see that they
     * are to give their nodes back while their rights are good; last the kind whose objects are people's.
     */
    private static final List<String> ORDER = List.of(
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration",
            "DaemonSet",
            "Namespace",
            "RoleBinding",
            "Role",
            "ClusterRoleBinding",
            "ClusterRole",
            "SecurityContextConstraints",
            "CustomResourceDefinition");

    static Named of(JsonNode object) {
        return new Named(
                object.path("apiVersion").asText(),
                object.path("kind").asText(),
                object.at("/metadata/namespace").asText(""),
                object.at("/metadata/name").asText());
    }

    /** {@return what is to be deleted by itself, of all renderings, in that order; the rest goes with the namespace} */
    public static List<Named> toDelete() {
        return Stream.of(Rendering.values())
                .flatMap(rendering -> rendering.objects().stream())
                .filter(object ->
                        !object.namespace().equals(RELEASE) || object.kind().equals("DaemonSet"))
                .distinct()
                .sorted(Comparator.comparingInt(object -> rank(object.kind())))
                .toList();
    }

    private static int rank(String kind) {
        return ORDER.contains(kind) ? ORDER.indexOf(kind) : ORDER.indexOf("RoleBinding");
    }

    /** {@return where the API server has it} */
    public String path() {
        var plural = kind.toLowerCase(Locale.ROOT);
        if (plural.endsWith("y")) {
            plural = plural.substring(0, plural.length() - 1) + "ies";
        } else if (!plural.endsWith("s")) {
            plural += "s";
        }
        return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + plural + "/" + name;
    }

    /** {@return it, for {@code kubectl delete}} */
    public String text() {
        return "---\napiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata:\n  name: " + name + "\n"
                + (namespace.isEmpty() ? "" : "  namespace: " + namespace + "\n");
    }
}
