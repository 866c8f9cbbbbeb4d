// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.YamlProblem;
import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads values as Helm takes them: files of YAML, and what follows {@code --set}. */
public final class ValuesText {
    private static final int LONGEST = 1 << 20;

    private ValuesText() {}

    /** {@return the values of a file; the reason of a refusal says what is wrong with it, and where} */
    public static Result<ChartValues> file(String text) {
        var settings = LoadSettings.builder()
                .setSchema(new CoreSchema())
                .setCodePointLimit(LONGEST)
                .setAllowDuplicateKeys(false)
                .build();
        try {
            return switch (new Load(settings).loadFromString(text)) {
                case null -> new Result.Ok<>(ChartValues.NONE);
                case Map<?, ?> tree -> ChartValues.of(tree);
                default -> new Result.Not<>("it is no YAML with values by their names");
            };
        } catch (YamlEngineException e) {
            return new Result.Not<>(
                    YamlProblem.place(e).map(place -> place + ": ").orElse("") + "it is no YAML: "
                            + YamlProblem.words(e));
        }
    }

    /** {@return the values of one {@code --set}, as in {@code a.b=c,d={e,f}}} One on which no plan depends is refused. */
    public static Result<ChartValues> set(String text) {
        var tree = new HashMap<String, Object>();
        for (var part : text.split(",(?![^{]*})", -1)) {
            int equals = part.indexOf('=');
            if (equals <= 0) {
                return new Result.Not<>("\"" + part + "\" is not NAME=VALUE");
            }
            put(tree, part.substring(0, equals).strip(), value(part.substring(equals + 1)));
        }
        return ChartValues.of(tree)
                .then(values -> values.passedOver().isEmpty()
                        ? new Result.Ok<>(values)
                        : new Result.Not<>(ValueNames.unknown(String.join(
                                ", ", values.passedOver().stream().sorted().toList()))));
    }

    private static void put(Map<String, Object> tree, String name, Object value) {
        var names = new ArrayList<>(List.of(name.split("\\.", -1)));
        var last = names.removeLast();
        var at = tree;
        for (var one : names) {
            at = inside(at, one);
        }
        at.put(last, value);
    }

    private static Map<String, Object> inside(Map<String, Object> tree, String name) {
        var inner = new HashMap<String, Object>();
        if (tree.get(name) instanceof Map<?, ?> there) {
            there.forEach((key, value) -> inner.put(String.valueOf(key), value));
        }
        tree.put(name, inner);
        return inner;
    }

    private static Object value(String text) {
        return text.startsWith("{") && text.endsWith("}")
                ? List.of(text.substring(1, text.length() - 1).split(",")).stream()
                        .map(String::strip)
                        .filter(item -> !item.isEmpty())
                        .toList()
                : text;
    }
}
