// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.values.ValueTree;

/** Values in messages. Only for what is at places that hold no secrets. */
final class Words {
    private Words() {}

    /** {@return a text in quotes, shortened} */
    static String quoted(String text) {
        return GoText.quote(text);
    }

    /** {@return a value as a person may have written it} */
    static String of(ValueTree value) {
        return switch (value) {
            case ValueTree.Text(var text) -> quoted(text);
            case ValueTree.Number(var number) -> GoText.shorten(Amounts.text(number));
            case ValueTree.Flag(var flag) -> String.valueOf(flag);
            case ValueTree.Nothing _ -> "null";
            case ValueTree.Elements _ -> "a list";
            case ValueTree.Members _ -> "a mapping";
        };
    }
}
