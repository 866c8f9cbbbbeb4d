// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The first document of a YAML text.
 *
 * @param root its only node; of an empty text a scalar without a character, at the end
 * @param anchored the nodes with an anchor, by the anchor's number
 * @param aliased the numbers of the anchors that an alias names
 */
record YamlDocument(YamlNode root, List<YamlNode> anchored, Set<Integer> aliased) {
    YamlDocument {
        anchored = List.copyOf(anchored);
        aliased = Set.copyOf(aliased);
    }

    static YamlDocument of(YamlNode root, List<YamlNode> anchored) {
        return new YamlDocument(
                root,
                anchored,
                root.all()
                        .filter(YamlNode.Alias.class::isInstance)
                        .map(alias -> ((YamlNode.Alias) alias).target())
                        .collect(Collectors.toSet()));
    }

    /** {@return the node itself, or the one that it stands for} */
    YamlNode behind(YamlNode node) {
        return node instanceof YamlNode.Alias(var _, var target) ? anchored.get(target) : node;
    }

    /** {@return whether another place of the document has this very node too} */
    boolean isShared(YamlNode node) {
        return aliased.contains(node.place().anchor());
    }
}
