// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.installer.node.durable.Content;
import java.util.List;
import java.util.Map;

/**
 * What a mode wants of its directory.
 *
 * @param own networks of ours, whole, by host path
 * @param networks other people's
 * @param problems what is still waited for, or wrong, in plain words: meshed pods may be without the plugin meanwhile
 * @param notices what is left alone on purpose, and why
 */
public record NetworkPlan(
        Map<String, Content.Text> own, List<DesiredNetwork> networks, List<String> problems, List<String> notices) {

    /** Nothing at all. */
    public static final NetworkPlan NOTHING = new NetworkPlan(Map.of(), List.of(), List.of(), List.of());

    public NetworkPlan {
        own = Map.copyOf(own);
        networks = List.copyOf(networks);
        problems = List.copyOf(problems);
        notices = List.copyOf(notices);
    }

    static NetworkPlan waiting(String problem) {
        return new NetworkPlan(Map.of(), List.of(), List.of(problem), List.of());
    }
}
