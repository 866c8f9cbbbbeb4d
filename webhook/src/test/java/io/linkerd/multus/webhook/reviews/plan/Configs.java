// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.List;
import org.quicktheories.core.Gen;

/** CNI configurations as people write them, and as nobody would: known keys with values of every kind, doubled, misspelt and cut off. */
final class Configs {
    private static final Gen<String> KEYS = pick(List.of(
            "type",
            "type",
            "type",
            "name",
            "name",
            "plugins",
            "plugins",
            "cniVersion",
            "capabilities",
            "ipam",
            "dns",
            "prevResult",
            "disableCheck",
            "kubernetes",
            "Type",
            "Name",
            "PLUGINS",
            "cniversion",
            "pluginſ",
            "x"));
    private static final Gen<String> SCALARS = pick(List.of(
            "\"bridge\"",
            "\"bridge\"",
            "\"a/b\"",
            "\"\"",
            "\"my lan\"",
            "\"1.0.0\"",
            "\"9\"",
            "\"\\ud800\"",
            "null",
            "true",
            "false",
            "0",
            "-1.5e3",
            "99999999999999999999"));

    private Configs() {}

    static Gen<String> any() {
        return oneOf(objects(2), objects(2), objects(1), values(1), cutOff());
    }

    /** Objects with a name and without keys that some programs take for others. */
    static Gen<String> plugins() {
        var keys = pick(List.of("type", "capabilities", "ipam", "dns"));
        return lists().of(keys).ofSizeBetween(0, 4).zip(lists().of(values(1)).ofSize(4), (names, values) -> {
            var object = new StringBuilder("{\"cniVersion\":\"1.0.0\"");
            for (var name : names.stream().distinct().toList()) {
                object.append(",\"").append(name).append("\":").append(values.get(names.indexOf(name)));
            }
            return object.append('}').toString();
        });
    }

    private static Gen<String> cutOff() {
        return objects(1).map(text -> text.substring(0, text.length() / 2));
    }

    private static Gen<String> values(int depth) {
        return depth == 0
                ? SCALARS
                : oneOf(
                        SCALARS,
                        SCALARS,
                        objects(depth - 1),
                        lists().of(oneOf(objects(depth - 1), SCALARS))
                                .ofSizeBetween(0, 3)
                                .map(elements -> "[" + String.join(",", elements) + "]"));
    }

    private static Gen<String> objects(int depth) {
        var members = KEYS.zip(values(depth), (key, value) -> "\"" + key + "\":" + value);
        return lists().of(members).ofSizeBetween(0, 5).map(all -> "{" + String.join(",", all) + "}");
    }
}
