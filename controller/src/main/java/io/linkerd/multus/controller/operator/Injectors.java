// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Controllers that write into a webhook's configuration whom API servers trust. An operand's webhook keeps its own authority: its replicas are
 * ready when that is in the configurations, and never are as long as another one is put in its place.
 */
final class Injectors {
    /**
     * By these annotations they are asked (cert-manager, {@code pkg/apis/certmanager/v1/types.go}; OpenShift's service-ca-operator,
     * {@code pkg/controller/api/api.go}).
     */
    private static final Set<String> ANNOTATIONS = Set.of(
            "cert-manager.io/inject-ca-from",
            "cert-manager.io/inject-ca-from-secret",
            "cert-manager.io/inject-apiserver-ca",
            "service.beta.openshift.io/inject-cabundle",
            "service.alpha.openshift.io/inject-cabundle");

    private Injectors() {}

    /** {@return the object's annotations that ask one, in order} */
    static List<String> annotations(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.<String, String>of())
                .keySet()
                .stream()
                .filter(ANNOTATIONS::contains)
                .sorted()
                .toList();
    }

    /** {@return what is to be done about configurations of ours that ask one; empty where none does} */
    static Optional<Trouble> trouble(Stream<? extends HasMetadata> configurations) {
        var asked = configurations
                .filter(object -> !annotations(object).isEmpty())
                .sorted(Comparator.comparing(HasMetadata::getKind))
                .toList();
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Trouble(
                Trouble.OTHER_AUTHORITY,
                asked.stream().map(Injectors::inWords).collect(Collectors.joining(", "))
                        + ", by which another controller writes an authority in the place of the webhook's own, whose replicas then are not"
                        + " ready: take the annotation away, and have nothing put it back"));
    }

    private static String inWords(HasMetadata object) {
        return object.getKind() + " " + object.getMetadata().getName() + " has the annotation "
                + String.join(" and ", annotations(object));
    }
}
