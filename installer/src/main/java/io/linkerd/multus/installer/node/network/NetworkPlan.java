// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.service.files.Content;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a mode wants of its directory.
 *
 * @param own networks of ours, whole, by host path
 * @param networks other people's
 * @param problems what is still waited for, or wrong, in plain words: meshed pods may be without the plugin meanwhile
 * @param unusable what is wrong with other people's files, by host path, which it is with each for the moment in which it is written
 * @param notices what is left alone on purpose, and why
 */
public record NetworkPlan(
        Map<String, Content.Text> own,
        List<DesiredNetwork> networks,
        List<String> problems,
        SortedMap<String, String> unusable,
        List<String> notices) {

    /** Nothing at all. */
    public static final NetworkPlan NOTHING = of(Map.of(), List.of());

    public NetworkPlan {
        own = Map.copyOf(own);
        networks = List.copyOf(networks);
        problems = List.copyOf(problems);
        unusable = Collections.unmodifiableSortedMap(new TreeMap<>(unusable));
        notices = List.copyOf(notices);
    }

    static NetworkPlan waiting(String problem) {
        return of(Map.of(), List.of(problem));
    }

    static NetworkPlan of(Map<String, Content.Text> own, List<String> problems) {
        return new NetworkPlan(own, List.of(), problems, new TreeMap<>(), List.of());
    }
}
