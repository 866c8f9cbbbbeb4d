// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Who made an object that is in the place of one of the operand's.
 *
 * @param words as a condition names it
 * @param release the Helm release, where Helm made it
 */
record Keeper(String words, Optional<Release> release) {
    /**
     * A Helm release.
     *
     * @param namespace where Helm keeps its record; empty where the object does not say
     */
    record Release(String name, Optional<String> namespace) {
        /** {@return the command that takes all of it away, by the names in its record: what was taken over from it, too} */
        String uninstallation() {
            return "helm uninstall " + name
                    + namespace.map(" --namespace "::concat).orElse("");
        }
    }

    /** By which Helm knows an object of a release (Helm 3 and 4, {@code pkg/action/validate.go}). */
    static final String RELEASE_NAME = "meta.helm.sh/release-name";

    private static final String HELM = "Helm";
    private static final String RELEASE_NAMESPACE = "meta.helm.sh/release-namespace";

    /** {@return whether a Helm release has it} By what Helm asks for before it takes an object for its own. */
    static boolean isHelms(HasMetadata object) {
        var metadata = object.getMetadata();
        return Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()).containsKey(RELEASE_NAME)
                && HELM.equals(Objects.requireNonNullElse(metadata.getLabels(), Map.<String, String>of())
                        .get(LinkerdMultus.MANAGED_BY_LABEL));
    }

    /** {@return the Helm release that the object's annotations name, or else the clients that its managedFields name} */
    static Keeper of(HasMetadata object) {
        var annotations = Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.<String, String>of());
        return Optional.ofNullable(annotations.get(RELEASE_NAME))
                .map(release -> ofHelm(release, Optional.ofNullable(annotations.get(RELEASE_NAMESPACE))))
                .orElseGet(() -> ofClient(object));
    }

    private static Keeper ofHelm(String release, Optional<String> namespace) {
        var where = namespace.map(" in namespace "::concat).orElse("");
        return new Keeper("Helm's release " + release + where, Optional.of(new Release(release, namespace)));
    }

    /** {@return whether it is a Helm release of another namespace than that one} */
    boolean isReleaseElsewhere(String namespace) {
        return release.flatMap(Release::namespace)
                .filter(where -> !where.equals(namespace))
                .isPresent();
    }

    private static Keeper ofClient(HasMetadata object) {
        var managers =
                Objects.requireNonNullElse(object.getMetadata().getManagedFields(), List.<ManagedFieldsEntry>of())
                        .stream()
                        .map(ManagedFieldsEntry::getManager)
                        .filter(Objects::nonNull)
                        .distinct()
                        .collect(Collectors.joining(" and "));
        return new Keeper(managers.isEmpty() ? "another client" : "the client " + managers, Optional.empty());
    }
}
