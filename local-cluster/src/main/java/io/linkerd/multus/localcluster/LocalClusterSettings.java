// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import io.linkerd.multus.localcluster.plan.Profile;
import java.util.regex.Pattern;

/**
 * Which cluster.
 *
 * @param name tells it from others on this machine
 * @param nodes 1 to 3
 * @param olm whether the nodes have what the Operator Lifecycle Manager is made of, which OpenShift has
 */
public record LocalClusterSettings(String name, Profile profile, int nodes, boolean olm) {
    /** The name of people's cluster when they do not say. */
    public static final String DEFAULT_NAME = "demo";

    private static final int MOST_NODES = 3;
    /** It becomes part of folder names and of control groups. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?");

    /** Refuses what no cluster can be. */
    public LocalClusterSettings {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a cluster's name is up to 32 lower case letters, digits and dashes, not: " + name);
        }
        if (nodes < 1 || nodes > MOST_NODES) {
            throw new IllegalArgumentException("a local cluster has 1 to " + MOST_NODES + " nodes, not " + nodes);
        }
        if (olm && profile != Profile.OPENSHIFT) {
            throw new IllegalArgumentException(
                    "the Operator Lifecycle Manager is a part of the profile openshift, not of " + profile.word());
        }
    }

    /** Asks for a cluster without the Operator Lifecycle Manager. */
    public LocalClusterSettings(String name, Profile profile, int nodes) {
        this(name, profile, nodes, false);
    }

    /** {@return the same with the Operator Lifecycle Manager} */
    public LocalClusterSettings withOlm() {
        return new LocalClusterSettings(name, profile, nodes, true);
    }

    /** Returns profile and size, as people say it. */
    public String description() {
        return profile.word() + " with " + (nodes == 1 ? "one node" : nodes + " nodes");
    }

    /** {@return the same for somebody who wanted another one} */
    String descriptionBeside(LocalClusterSettings other) {
        var manager = (olm ? ", with" : ", without") + " the Operator Lifecycle Manager";
        return description() + (olm == other.olm ? "" : manager);
    }
}
