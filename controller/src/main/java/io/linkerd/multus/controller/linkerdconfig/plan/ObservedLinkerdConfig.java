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
 * A {@code LinkerdConfig} as it was seen.
 *
 * @param name its name
 * @param uid its uid
 * @param generation of its spec
 * @param created when it was made
 * @param spec what it asks for
 */
public record ObservedLinkerdConfig(String name, String uid, long generation, Instant created, LinkerdConfigSpec spec) {
    private static final Comparator<ObservedLinkerdConfig> AGE =
            Comparator.comparing(ObservedLinkerdConfig::created).thenComparing(ObservedLinkerdConfig::name);

    /** {@return the one that is honoured: the oldest; of two that were made in one second, the first by name} */
    public static Optional<ObservedLinkerdConfig> honoured(Collection<ObservedLinkerdConfig> all) {
        return all.stream().min(AGE);
    }

    /** {@return it as the subject of Events} It has no namespace. */
    public Notice.Subject subject() {
        return new Notice.Subject(LinkerdConfig.GROUP + "/" + LinkerdConfig.VERSION, LinkerdConfig.KIND, "", name, uid);
    }

    /** {@return its kind and name, for a person} */
    String words() {
        return LinkerdConfig.KIND + " " + name;
    }
}
