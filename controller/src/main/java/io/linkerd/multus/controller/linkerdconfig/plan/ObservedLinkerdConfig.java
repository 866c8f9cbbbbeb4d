// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * A {@code LinkerdConfig} as it was last read.
 *
 * @param name its name
 * @param uid its uid
 * @param generation of its spec
 * @param created when it was created
 * @param spec what it requires
 */
public record ObservedLinkerdConfig(String name, String uid, long generation, Instant created, LinkerdConfigSpec spec) {
    private static final Comparator<ObservedLinkerdConfig> AGE =
            Comparator.comparing(ObservedLinkerdConfig::created).thenComparing(ObservedLinkerdConfig::name);

    /** {@return the active one: the oldest; of two that were created in one second, the first by name} */
    public static Optional<ObservedLinkerdConfig> active(Collection<ObservedLinkerdConfig> all) {
        return all.stream().min(AGE);
    }

    /** {@return the object with that spec} */
    ObservedLinkerdConfig with(LinkerdConfigSpec other) {
        return new ObservedLinkerdConfig(name, uid, generation, created, other);
    }

    /** {@return the object as the subject of Events} It has no namespace. */
    public Notice.Subject subject() {
        return new Notice.Subject(LinkerdConfig.GROUP + "/" + LinkerdConfig.VERSION, LinkerdConfig.KIND, "", name, uid);
    }

    /** {@return its kind and name} */
    String words() {
        return LinkerdConfig.KIND + " " + name;
    }
}
