// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import java.util.Arrays;
import java.util.List;

/** Values with commas between them. */
final class CommaList {
    private CommaList() {}

    /** {@return each of them once, without blanks around it; empty ones are none} */
    static List<String> items(String value) {
        return Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .distinct()
                .toList();
    }
}
