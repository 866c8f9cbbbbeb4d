// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.service.kube.ObjectHead;
import java.util.HashMap;
import java.util.Map;

/**
 * What a namespace says to Linkerd's injector, which new pods get from it, and to rollouts.
 *
 * @param annotations that override Linkerd's values, or say whether pods are meshed
 * @param labels of Linkerd's configuration
 */
public record NamespaceWords(Map<String, String> annotations, Map<String, String> labels) {
    /** Of a namespace that says nothing. */
    public static final NamespaceWords NONE = new NamespaceWords(Map.of(), Map.of());

    /** Copies. */
    public NamespaceWords {
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
    }

    /** {@return whether a label or annotation of that name is one} */
    static boolean isOne(String name) {
        return Linkerd.isInjectorsWord(name);
    }

    static NamespaceWords of(ObjectHead namespace) {
        return new NamespaceWords(words(namespace.annotations()), words(namespace.labels()));
    }

    private static Map<String, String> words(Map<String, String> all) {
        var words = new HashMap<>(all);
        words.keySet().removeIf(name -> !isOne(name));
        return words;
    }
}
