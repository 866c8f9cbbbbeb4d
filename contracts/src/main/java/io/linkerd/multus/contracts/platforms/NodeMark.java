// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.platforms;

import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What tells a distribution by one of its nodes.
 *
 * @param inWords follows "since" in a sentence
 */
record NodeMark(String inWords, Predicate<NodeView> test) {
    private static final Pattern K3S = Pattern.compile("v1\\.(\\d{1,4})\\.(\\d{1,4})\\+k3s\\d+");
    /** The first patch of each minor version since which plugins lie in a folder of their own; every later minor has it. */
    private static final Map<Integer, Integer> MOVED = Map.of(28, 15, 29, 10, 30, 6, 31, 2);

    private static final int MOVED_FOR_ALL = 32;

    boolean isOn(NodeView node) {
        return test.test(node);
    }

    static NodeMark labelled(String key) {
        return new NodeMark(
                "the node has the label " + key, node -> node.labels().containsKey(key));
    }

    static NodeMark labelled(String key, String value) {
        return new NodeMark(
                "the node has the label " + key + "=" + value,
                node -> value.equals(node.labels().get(key)));
    }

    static NodeMark version(String part) {
        return new NodeMark(
                "its kubelet's version has " + part + " in it",
                node -> node.kubeletVersion().contains(part));
    }

    static NodeMark image(String start) {
        return new NodeMark(
                "its operating system is " + start, node -> node.osImage().startsWith(start));
    }

    static NodeMark provider(String start) {
        return new NodeMark(
                "its provider is " + start, node -> node.providerId().startsWith(start));
    }

    static NodeMark called(String start) {
        return new NodeMark(
                "its name begins with " + start,
                node -> node.name().startsWith(start) && node.kubeletVersion().contains("+k3s"));
    }

    /** k3s, before or since its plugins have a folder of their own (docs.k3s.io, networking/multus-ipams). */
    static NodeMark k3s(boolean before) {
        return new NodeMark(
                "its kubelet is of k3s" + (before ? " before October 2024" : ""),
                node -> node.kubeletVersion().contains("+k3s") && isBefore(node.kubeletVersion()) == before);
    }

    private static boolean isBefore(String version) {
        var matcher = K3S.matcher(version);
        if (!matcher.matches()) {
            return false;
        }
        int minor = Integer.parseInt(matcher.group(1));
        int patch = Integer.parseInt(matcher.group(2));
        return minor < MOVED_FOR_ALL && patch < MOVED.getOrDefault(minor, Integer.MAX_VALUE);
    }
}
