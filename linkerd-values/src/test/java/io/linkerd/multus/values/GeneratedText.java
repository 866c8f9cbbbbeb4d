// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.List;
import java.util.Random;

/** A text of values with what YAML 1.1 has beyond the texts that Helm writes: the names are Linkerd's, so that its types meet any scalar. */
final class GeneratedText {
    private static final List<String> NAMES = List.of(
            "proxy",
            "image",
            "uid",
            "logLevel",
            "version",
            "ports",
            "admin",
            "opaquePorts",
            "await",
            "resources",
            "cpu",
            "request",
            "nodeSelector",
            "podAnnotations",
            "tolerations",
            "imagePullSecrets",
            "additionalEnv",
            "name",
            "value",
            "identity",
            "issuer",
            "clusterDomain",
            "cniEnabled",
            "runtime",
            "workers",
            "maximumCPURatio",
            "kubeAPI",
            "clientQPS",
            "proxyInjector",
            "keyPEM",
            "externalSecret",
            "waitBeforeExitSeconds",
            "inbound",
            "server",
            "http2",
            "probeNetworks",
            "policyController",
            "a",
            "b",
            "x-y",
            "UID",
            "Proxy",
            "loglevel",
            "'it''s'",
            "\"q r\"",
            "ü",
            "\"e\\u0301\"",
            "\"tab\\t\"",
            "1",
            "0x10",
            "1.50",
            "on",
            "No",
            "'on'",
            ".inf",
            "1e3",
            "2001-01-01",
            "a b",
            "a/b.c",
            "-x",
            "?x",
            ":x",
            "\"\"",
            "=",
            "!!str yes",
            "!!binary aGk=",
            "\uD83D\uDE00");

    private static final List<String> PLAIN = List.of(
            "",
            "~",
            "null",
            "NULL",
            "nUll",
            "true",
            "True",
            "yes",
            "Yes",
            "on",
            "OFF",
            "n",
            "Y",
            "1",
            "-1",
            "+1",
            "0",
            "00",
            "007",
            "08",
            "0o17",
            "0b101",
            "-0b11",
            "0x1F",
            "-0x1f",
            "0X1f",
            "1_000",
            "_1",
            "1__0_",
            "1:30",
            "190:20:30",
            "1.",
            ".5",
            "-.5",
            "+.5",
            "1.50",
            "1e3",
            "1E-7",
            "1e+21",
            "1.5e300",
            "1e400",
            "-1e400",
            "2.5e-310",
            "0.1",
            "100000.0",
            "1e6",
            "123456789.125",
            "16777217.0",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "18446744073709551615",
            "18446744073709551616",
            "2147483648",
            ".",
            "..",
            "...",
            "-",
            "--",
            ".inf",
            "-.INF",
            "+.Inf",
            ".NaN",
            ".nan",
            "0x",
            "0b",
            "0b2",
            "0xG",
            "1e",
            "e1",
            "+",
            "2001-01-01",
            "2001-12-14t21:59:43.10-05:00",
            "2001-12-14 21:59:43.10 -5",
            "2001-13-01",
            "25,587",
            "cluster.local",
            "warn,linkerd=info",
            "a b  c",
            "a#b",
            "a:b",
            "http://x:1/y#z",
            "x: ",
            "a\\nb",
            "it's",
            "say \"x\"",
            "<<",
            "=",
            "!x",
            "!!str 5",
            "!!int 5",
            "!!int '5'",
            "!!float 1",
            "!!bool yes",
            "!!null ''",
            "!!null ~",
            "!!binary aGk=",
            "!!binary a",
            "!!timestamp 2001-01-01",
            "!!str",
            "! 12",
            "!<tag:yaml.org,2002:str> 7",
            "!!set {a}",
            "{}",
            "[]",
            "{a}",
            "{a: }",
            "[a, ]",
            "[ , ]",
            "{a: 1, \"b\":2, 'c': [d, {e: f}]}",
            "[1, two, \"3\", [4], {five: 6}, seven: 8]",
            "{25,587}",
            "{? a : b}",
            "[? a]",
            "{a: b # c\n  , d: e}",
            "[\n  1,\n  # c\n  2\n  ]",
            "\"a\\tb\\u00fc\\x41\\U0001F600\\e\\0\\_\\N\\L\"",
            "\"a\\/b\"",
            "\"\\ud83d\"",
            "'a''b'",
            "\"a\\\n   b\"",
            "'a\n\n   b'",
            "\"a \n b\"",
            "a\n  b",
            "a\n\n  b\n  c",
            "\u0085",
            "a\u0085b",
            "a\u2028b",
            "ü\uD83D\uDE00",
            "\uFEFF",
            "@a",
            "`a",
            "%a",
            "*none",
            "&x",
            "&x 1",
            "|",
            ">",
            "- a",
            "? a",
            ": a",
            "{",
            "]");

    private final Random random;
    private final String lineBreak;
    private final StringBuilder text = new StringBuilder();
    private int anchors;

    private GeneratedText(Random random) {
        this.random = random;
        this.lineBreak = rarely(5) ? "\r\n" : rarely(40) ? "\r" : "\n";
    }

    static String of(Random random) {
        return new GeneratedText(random).document();
    }

    private boolean rarely(int times) {
        return random.nextInt(times) == 0;
    }

    private String any(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String document() {
        text.append(rarely(15) ? "\uFEFF" : "");
        text.append(rarely(20) ? "%YAML 1.1 # c\n---\n" : rarely(10) ? "--- # c\n" : rarely(15) ? "# c\n\n" : "");
        mapping(0, 0);
        text.append(rarely(15) ? "...\n" : rarely(15) ? "---\nproxy: {uid: x}\n" : "");
        if (rarely(8) && text.toString().endsWith("\n")) {
            text.setLength(text.length() - 1);
        }
        return text.toString().replace("\n", lineBreak);
    }

    private void mapping(int column, int depth) {
        for (int count = 1 + random.nextInt(depth == 0 ? 6 : 3); count > 0; count--) {
            noise(column);
            text.append(" ".repeat(column));
            member(column, depth);
        }
    }

    private void noise(int column) {
        text.append(rarely(10) ? " ".repeat(random.nextInt(column + 3)) + "# note: 'x\"\n" : "")
                .append(rarely(14) ? "\n" : rarely(25) ? "   \n" : "");
    }

    private void member(int column, int depth) {
        if (anchors > 0 && rarely(15)) {
            text.append("<<: ")
                    .append(rarely(3) ? "[*n" + random.nextInt(anchors) + ", {z: 1}]" : "*n" + random.nextInt(anchors))
                    .append("\n");
        } else if (rarely(40)) {
            text.append("? ")
                    .append(any(NAMES))
                    .append("\n")
                    .append(" ".repeat(column))
                    .append(":");
            value(column, depth);
        } else {
            text.append(any(NAMES)).append(rarely(12) ? " :" : ":");
            value(column, depth);
        }
    }

    private void value(int column, int depth) {
        int kind = random.nextInt(depth < 4 ? 20 : 12);
        if (kind < 8) {
            text.append(rarely(20) ? "\t" : "  ".substring(random.nextInt(2)))
                    .append(anchor(12))
                    .append(any(PLAIN).replace("\n", "\n" + " ".repeat(column)));
            end();
        } else if (kind < 10) {
            block(column);
        } else if (kind < 11 && anchors > 0) {
            text.append(" *n").append(random.nextInt(anchors));
            end();
        } else if (kind < 13) {
            text.append(" ")
                    .append("word ".repeat(random.nextInt(40)))
                    .append("\n")
                    .append(" ".repeat(column + 1))
                    .append("and more");
            end();
        } else if (kind < 16) {
            text.append(rarely(8) ? " " + anchor(1) : "");
            end();
            list(column + (rarely(2) ? 0 : 2), depth);
        } else {
            text.append(rarely(6) ? " " + anchor(1) : "");
            end();
            mapping(column + 1 + random.nextInt(3), depth + 1);
        }
    }

    private String anchor(int times) {
        return rarely(times) ? "&n" + anchors++ + " " : "";
    }

    private void end() {
        text.append(rarely(7) ? " # c: \"x" : rarely(12) ? "  " : rarely(20) ? "\t" : "")
                .append("\n");
    }

    private void block(int column) {
        int step = 1 + random.nextInt(3);
        text.append(" ")
                .append(anchor(15))
                .append(rarely(2) ? "|" : ">")
                .append(rarely(5) ? "" + step : "")
                .append(any(List.of("", "", "-", "+")));
        text.append(rarely(8) ? " # c" : rarely(10) ? "  " : "").append("\n");
        for (int lines = 1 + random.nextInt(4); lines > 0; lines--) {
            text.append(
                    rarely(6)
                            ? ""
                            : " ".repeat(column + step)
                                    + any(List.of(
                                            "x",
                                            " y",
                                            "# no comment",
                                            "a: b",
                                            "- c",
                                            "\tt",
                                            "ü\u2028z",
                                            "---",
                                            "end  ",
                                            "'q")));
            text.append("\n");
        }
        text.append(rarely(5) ? "\n" : "");
    }

    private void list(int column, int depth) {
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            noise(column);
            text.append(" ".repeat(column)).append("-");
            switch (random.nextInt(5)) {
                case 0 -> {
                    text.append("   ".substring(random.nextInt(3)));
                    member(column + 2, depth + 2);
                }
                case 1 -> {
                    text.append(" - ").append(any(PLAIN).replace("\n", "\n" + " ".repeat(column + 4)));
                    end();
                }
                case 2 -> {
                    text.append(" name: x\n").append(" ".repeat(column + 2));
                    member(column + 2, depth + 2);
                }
                default -> {
                    text.append(" ").append(anchor(12)).append(any(PLAIN).replace("\n", "\n" + " ".repeat(column + 1)));
                    end();
                }
            }
        }
    }
}
