// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.ValuesText;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Linkerd's ConfigMap as it was read. */
public sealed interface ObservedValues {
    /** Its key. */
    String KEY = "values";

    /** The ConfigMap could not be read; {@code reason} says why, and has the remedy. */
    record Unreadable(String reason) implements ObservedValues {}

    /** There is no ConfigMap. */
    record Missing() implements ObservedValues {}

    /** It has the layout of Linkerd before 2.9, which later injectors cannot read. */
    record Older() implements ObservedValues {}

    /** It lacks the key, so the injector finds no file. */
    record WithoutKey() implements ObservedValues {}

    /**
     * It has the key.
     *
     * @param text the values
     * @param version resource version of the ConfigMap
     * @param owner the tool that manages it; empty where none is recognized
     */
    record There(String text, String version, Optional<ManagingTool> owner) implements ObservedValues {}

    /** {@return what a ConfigMap with that data is} */
    static ObservedValues of(Map<String, String> data, String version, Optional<ManagingTool> owner) {
        var text = data.get(KEY);
        if (text == null) {
            return data.containsKey("global") || data.containsKey("proxy") || data.containsKey("install")
                    ? new Older()
                    : new WithoutKey();
        }
        return isOlder(text) ? new Older() : new There(text, version, owner);
    }

    /** Everything but a few values was below {@code global} until 2.9. */
    private static boolean isOlder(String text) {
        return switch (ValuesText.read(text)) {
            case Result.Ok<ValuesText>(var values) ->
                values.at(ValuesPath.of("global"))
                                .filter(ValueTree.Members.class::isInstance)
                                .isPresent()
                        && List.of("proxy", "identityTrustDomain").stream()
                                .allMatch(name ->
                                        values.seenAt(ValuesPath.of(name)).isEmpty());
            case Result.Not<ValuesText> _ -> false;
        };
    }
}
