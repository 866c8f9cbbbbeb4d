// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.linkerd.multus.contracts.json.JsonEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Objects as lines of YAML, members by name as kubectl has them; a configuration in JSON over several lines. */
final class Yaml {
    /** What is a text in YAML without quotes, whatever version reads it. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/_]([-A-Za-z0-9/_.:]*[-A-Za-z0-9/_.])?");

    /** What looks like one, and is a word or a number. */
    private static final Pattern OTHER =
            Pattern.compile("(?i)true|false|yes|no|on|off|y|n|null|nan|0x[0-9a-f]+|[-0-9_.:e+]+");

    private static final String DEEPER = "  ";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final ObjectWriter WRITER = MAPPER.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter(DEEPER, "\n"))
            .withSeparators(Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER)));
    private final boolean spreads;
    private final List<String> lines = new ArrayList<>();

    private Yaml(boolean spreads) {
        this.spreads = spreads;
    }

    /** {@return the lines} {@code spreads} says whether JSON is shown over several lines, as a reader wants it and no object has it. */
    static List<String> lines(Map<?, ?> object, boolean spreads) {
        var yaml = new Yaml(spreads);
        yaml.members(object, "", "");
        return yaml.lines;
    }

    private void members(Map<?, ?> object, String first, String indent) {
        var sorted = new TreeMap<String, Object>();
        object.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        var begin = first;
        for (var member : sorted.entrySet()) {
            value(begin + scalar(member.getKey()) + ":", member.getValue(), indent);
            begin = indent;
        }
    }

    private void value(String before, Object value, String indent) {
        switch (value) {
            case Map<?, ?> map when map.isEmpty() -> lines.add(before + " {}");
            case Map<?, ?> map -> {
                lines.add(before);
                members(map, indent + DEEPER, indent + DEEPER);
            }
            case List<?> list when list.isEmpty() -> lines.add(before + " []");
            case List<?> list -> {
                lines.add(before);
                list.forEach(item -> item(item, indent));
            }
            case String text
            when spreads && text.startsWith("{") && isJson(text) -> {
                lines.add(before + " |-");
                pretty(text).lines().forEach(line -> lines.add(indent + DEEPER + line));
            }
            case String text -> lines.add(before + " " + scalar(text));
            default -> lines.add(before + " " + value);
        }
    }

    private void item(Object item, String indent) {
        if (item instanceof Map<?, ?> map && !map.isEmpty()) {
            members(map, indent + "- ", indent + DEEPER);
        } else {
            value(indent + "-", item, indent);
        }
    }

    private static boolean isJson(String text) {
        return !pretty(text).isEmpty();
    }

    private static String pretty(String text) {
        try {
            return WRITER.writeValueAsString(MAPPER.readTree(text));
        } catch (JsonProcessingException _) {
            return "";
        }
    }

    private static String scalar(String text) {
        return PLAIN.matcher(text).matches() && !OTHER.matcher(text).matches() ? text : JsonEdit.quote(text);
    }
}
