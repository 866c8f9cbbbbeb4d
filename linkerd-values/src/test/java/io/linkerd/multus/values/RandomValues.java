// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Texts of values in all ways in which people and programs write them, and what may be wanted of them. */
final class RandomValues {
    private static final List<String> NAMES =
            List.of("a", "b", "uid", "logLevel", "proxy", "image", "on", "x-y", "\"q r\"", "identity");
    private static final List<String> SCALARS = List.of(
            "1",
            "0x1F",
            "1.50",
            "yes",
            "off",
            "~",
            "null",
            "\"\"",
            "'it''s'",
            "plain text",
            "25,587",
            "\"a\\n\\u00fc\"",
            "2001-01-01",
            "{}",
            "[]",
            "[1, \"b\", {c: d}]",
            "{k: v, l: [m]}",
            "-1",
            "http://x:1/y#z",
            "!!str 5",
            "&anchor v");

    private final Random random;
    private final String lineBreak;
    private final int step;
    private final boolean flush;

    RandomValues(long seed) {
        this.random = new Random(seed);
        this.lineBreak = random.nextInt(6) == 0 ? "\r\n" : "\n";
        this.step = 1 + random.nextInt(4);
        this.flush = random.nextBoolean();
    }

    String text() {
        var text = (random.nextInt(5) == 0 ? "# head" + lineBreak : "") + mapping(0, 0);
        return random.nextInt(8) == 0 ? text.substring(0, text.length() - lineBreak.length()) : text;
    }

    /** {@return a text in which some characters are others} */
    String damaged() {
        var text = new StringBuilder(text());
        for (int damage = 0; damage < 3; damage++) {
            int at = random.nextInt(text.length());
            text.setCharAt(at, " \t\n:-#{}[],&*!|>'\"%?x\u0085".charAt(random.nextInt(22)));
        }
        return text.toString();
    }

    SortedMap<ValuesPath, ValueTree> wanted() {
        var wanted = new TreeMap<ValuesPath, ValueTree>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            var path = ValuesPath.of(name());
            while (random.nextInt(3) > 0 && path.names().size() < 4) {
                path = path.member(name());
            }
            var known = path;
            wanted.keySet().removeIf(other -> other.holds(known) || known.holds(other));
            wanted.put(path, value(2));
        }
        return wanted;
    }

    private ValueTree value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> ValueTree.Number.of(random.nextInt(5000) - 100);
            case 1 -> new ValueTree.Flag(random.nextBoolean());
            case 2 -> new ValueTree.Nothing();
            case 3 -> new ValueTree.Text("a\nb\n\nc" + (random.nextBoolean() ? "\n" : ""));
            case 4 ->
                new ValueTree.Text(List.of("", "off", "1.10", "a: b # c", "\t\u0000ü", " lead")
                        .get(random.nextInt(6)));
            case 5 -> new ValueTree.Text("-----BEGIN\nMII=\n-----END\n");
            case 6 -> new ValueTree.Elements(List.of(value(depth - 1), value(depth - 1)));
            case 7 -> ValueTree.Members.of(Map.of(name(), value(depth - 1)));
            default -> ValueTree.Members.of(Map.of());
        };
    }

    private String name() {
        var name = NAMES.get(random.nextInt(NAMES.size()));
        return name.startsWith("\"") ? "q r" : name.equals("on") ? "true" : name;
    }

    private String mapping(int column, int depth) {
        var text = new StringBuilder();
        var names = new ArrayList<>(NAMES);
        Collections.shuffle(names, random);
        for (var name : names.subList(0, 1 + random.nextInt(5))) {
            text.append(random.nextInt(8) == 0 ? " ".repeat(random.nextInt(6)) + "# note" + lineBreak : "");
            text.append(random.nextInt(12) == 0 ? lineBreak : "");
            text.append(" ".repeat(column)).append(name).append(":").append(below(column, depth));
        }
        return text.toString();
    }

    private String below(int column, int depth) {
        var inner = " ".repeat(column + step);
        return switch (random.nextInt(depth < 3 ? 9 : 6)) {
            case 0 -> comment() + lineBreak; // null
            case 1 ->
                List.of(" |", " |-", " |+", " >", " >-").get(random.nextInt(5)) + comment() + lineBreak + inner + "x"
                        + lineBreak + inner + " y" + lineBreak + (random.nextBoolean() ? lineBreak : "");
            case 2 -> " folded plain" + lineBreak + inner + "text" + comment() + lineBreak;
            case 3 -> " \"folded" + lineBreak + inner + "quoted\"" + comment() + lineBreak;
            case 4, 5 -> " " + SCALARS.get(random.nextInt(SCALARS.size())) + comment() + lineBreak;
            case 6 -> list(flush ? column : column + step);
            default -> comment() + lineBreak + mapping(column + step, depth + 1);
        };
    }

    private String list(int column) {
        var text = new StringBuilder(comment()).append(lineBreak);
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            text.append(" ".repeat(column)).append("- ");
            text.append(random.nextBoolean() ? "item" : "k: 1" + lineBreak + " ".repeat(column + 2) + "l: m")
                    .append(comment());
            text.append(lineBreak);
        }
        return text.toString();
    }

    private String comment() {
        return random.nextInt(5) == 0 ? " # note: 'x'" : "";
    }
}
