// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One installation of linkerd-multus among those of a cluster. What it writes carries its name; what carries the name of another is
 * that one's, and is left alone.
 *
 * @param name of the release
 */
public record Instance(String name) {
    /** What the owner of a release's objects is called, now and before objects carried their instance: the release, and this. */
    private static final Pattern OWNER_SUFFIX = Pattern.compile("-(owner|controller)$");

    /** {@return under which name its fields are owned} Two instances that make one object at a time must conflict. */
    public String fieldManager() {
        return LinkerdMultus.CONTROLLER_FIELD_MANAGER + "-" + name;
    }

    /** {@return the labels of what it writes} */
    public Map<String, String> labels() {
        return Map.of(LinkerdMultus.MANAGED_BY_LABEL, LinkerdMultus.MANAGED_BY, LinkerdMultus.INSTANCE_LABEL, name);
    }

    /** {@return whether the object says that it is this one's} */
    boolean isNamedBy(ObjectMarks object) {
        return label(object, LinkerdMultus.INSTANCE_LABEL).filter(name::equals).isPresent();
    }

    /** {@return whose the object is} No instance's where linkerd-multus did not make it; ours where an earlier version did not say. */
    Optional<Instance> keeperOf(ObjectMarks object) {
        return label(object, LinkerdMultus.MANAGED_BY_LABEL)
                .filter(LinkerdMultus.MANAGED_BY::equals)
                .map(_ -> label(object, LinkerdMultus.INSTANCE_LABEL)
                        .or(() -> ownerOf(object))
                        .map(Instance::new)
                        .orElse(this));
    }

    private static Optional<String> ownerOf(ObjectMarks object) {
        return object.owners().stream()
                .map(ObjectMarks.Reference::name)
                .findFirst()
                .map(owner -> OWNER_SUFFIX.matcher(owner).replaceFirst(""));
    }

    private static Optional<String> label(ObjectMarks object, String key) {
        return Optional.ofNullable(object.labels().get(key));
    }
}
