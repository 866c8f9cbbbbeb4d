// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tool that manages Linkerd's ConfigMap, recognized by its labels and annotations on the object.
 *
 * @param words the tool and its object, as in {@code Helm release linkerd}
 * @param remedy what ends a disagreement with it
 */
public record ManagingTool(String words, String remedy) {
    private static final String FLUX = ".toolkit.fluxcd.io/";
    private static final String CLI = "linkerd/cli";

    /** A tool of which nothing is known. */
    static final ManagingTool UNKNOWN = new ManagingTool(
            "another writer of the ConfigMap", "stop that writer, or take these values out of the LinkerdConfig");

    /** {@return the tool, where labels and annotations name one} A GitOps tool comes before Helm, whose annotations it may leave as well. */
    public static Optional<ManagingTool> of(Map<String, String> labels, Map<String, String> annotations) {
        return Stream.of(
                        argo(labels, annotations),
                        flux(labels, "helm", "HelmRelease"),
                        flux(labels, "kustomize", "Kustomization"),
                        helm(annotations),
                        cli(annotations))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Its tracking id is {@code application:group/Kind:namespace/name}. */
    private static Optional<ManagingTool> argo(Map<String, String> labels, Map<String, String> annotations) {
        return at(annotations, "argocd.argoproj.io/tracking-id")
                .map(id -> id.split(":", -1)[0])
                .or(() -> at(labels, "argocd.argoproj.io/instance"))
                .map(application -> gitOps("Argo CD application " + application));
    }

    private static Optional<ManagingTool> flux(Map<String, String> labels, String controller, String kind) {
        return at(labels, controller + FLUX + "name")
                .map(name -> at(labels, controller + FLUX + "namespace")
                        .map(space -> space + "/" + name)
                        .orElse(name))
                .map(name -> gitOps("Flux " + kind + " " + name));
    }

    private static ManagingTool gitOps(String words) {
        return new ManagingTool(words, "write the same values in its source, or take them out of the LinkerdConfig");
    }

    private static Optional<ManagingTool> helm(Map<String, String> annotations) {
        return at(annotations, "meta.helm.sh/release-name")
                .map(release -> new ManagingTool(
                        "Helm release " + release,
                        "give the release the same values at its next upgrade, or take them out of the LinkerdConfig"));
    }

    private static Optional<ManagingTool> cli(Map<String, String> annotations) {
        return at(annotations, "linkerd.io/created-by")
                .filter(by -> by.startsWith(CLI))
                .map(_ -> new ManagingTool(
                        "the linkerd CLI",
                        "give linkerd upgrade the same values, or take them out of the LinkerdConfig"));
    }

    private static Optional<String> at(Map<String, String> marks, String key) {
        return Optional.ofNullable(marks.get(key)).filter(value -> !value.isEmpty());
    }
}
