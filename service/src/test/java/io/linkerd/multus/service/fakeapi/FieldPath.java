// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The way to a field, in the words of {@code fieldsV1}: {@code f:name}, <code>k:{"key":"of an item"}</code>,
 * {@code v:"item"}.
 */
record FieldPath(List<String> elements) {
    static final FieldPath ROOT = new FieldPath(List.of());

    FieldPath child(String element) {
        return new FieldPath(
                Stream.concat(elements.stream(), Stream.of(element)).toList());
    }

    boolean isRoot() {
        return elements.isEmpty();
    }

    /** Whether its last element is a field by name, not an item of a list. */
    boolean isNamed() {
        return elements.getLast().startsWith("f:");
    }

    boolean startsWith(FieldPath other) {
        return elements.size() >= other.elements.size()
                && elements.subList(0, other.elements.size()).equals(other.elements);
    }

    /** As the causes of a conflict name it: {@code .webhooks[name="a"].clientConfig}. */
    @Override
    public String toString() {
        return elements.stream().map(FieldPath::words).collect(Collectors.joining());
    }

    private static String words(String element) {
        var content = element.substring(2);
        return switch (element.charAt(0)) {
            case 'k' ->
                Json.read(content).properties().stream()
                        .map(key -> key.getKey() + "=" + key.getValue())
                        .collect(Collectors.joining(",", "[", "]"));
            case 'v' -> "[=" + content + "]";
            default -> "." + content;
        };
    }
}
