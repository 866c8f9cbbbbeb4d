// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.stream.Stream;

/**
 * How a text is written, for what is added to it.
 *
 * @param lineBreak what its first line ends with
 * @param step by how much a mapping stands to the right of the one around it
 * @param flush whether the dashes of a list stand below the first letter of its key, as sigs.k8s.io/yaml writes them
 * @param literals whether it has literal blocks
 */
record YamlStyle(String lineBreak, int step, boolean flush, boolean literals) {
    private static final int USUAL_STEP = 2;

    static YamlStyle of(YamlDocument document, String text) {
        int first = text.indexOf('\n');
        return new YamlStyle(
                first > 0 && text.charAt(first - 1) == '\r' ? "\r\n" : "\n",
                nested(document, YamlNode.Mapping.class).findFirst().orElse(USUAL_STEP),
                nested(document, YamlNode.Sequence.class).findFirst().orElse(0) == 0,
                document.root()
                        .all()
                        .anyMatch(node ->
                                node instanceof YamlNode.Scalar scalar && scalar.style() == YamlNode.Style.LITERAL));
    }

    /** How far blocks of that kind stand to the right of their keys. */
    private static Stream<Integer> nested(YamlDocument document, Class<? extends YamlNode> kind) {
        return document.root()
                .all()
                .flatMap(node -> node instanceof YamlNode.Mapping(var _, var flow, var entries) && !flow
                        ? entries.stream()
                                .filter(entry -> kind.isInstance(entry.value()) && isBlock(entry))
                                .map(entry -> entry.value().place().column()
                                        - entry.key().place().column())
                                .filter(step -> step > 0 || (kind == YamlNode.Sequence.class && step == 0))
                        : Stream.empty());
    }

    private static boolean isBlock(YamlNode.Entry entry) {
        boolean flow = switch (entry.value()) {
            case YamlNode.Mapping mapping -> mapping.flow();
            case YamlNode.Sequence sequence -> sequence.flow();
            case YamlNode.Scalar _, YamlNode.Alias _ -> true;
        };
        return !flow
                && entry.value().place().anchor() == YamlNode.Place.NO_ANCHOR
                && entry.value().place().line() > entry.key().place().line();
    }
}
