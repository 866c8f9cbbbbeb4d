// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The calls of the conversation, as {@code conversation.txt} has them. */
final class Script {
    private static final Pattern LET = Pattern.compile("let (\\w+) =(.*)");
    private static final Pattern CALL = Pattern.compile("([A-Z]+) (.+?)( \\(([a-z ]+)\\))?");
    private static final Pattern NAME = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern ANSWER = Pattern.compile("\\$\\{(\\w+):([^}]+)}");

    private final Map<String, String> lets = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();

    private Script() {
        lets.put("certificate", ServingCertificate.get().encodedPem());
    }

    static List<Step> read() {
        var script = new Script();
        var block = new ArrayList<String>();
        for (var line : lines("conversation.txt")) {
            if (line.startsWith("  ")) {
                block.add(line.strip());
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                script.end(block);
                block.add(line);
            }
        }
        script.end(block);
        return List.copyOf(script.steps);
    }

    /** The lines of a resource beside this class. */
    static List<String> lines(String resource) {
        try (var in = Objects.requireNonNull(Script.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fills in what answers to earlier calls said. */
    static UnaryOperator<String> answers(Transcript transcript) {
        return text -> ANSWER.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(transcript.said(found.group(2), found.group(1))));
    }

    private void end(List<String> block) {
        if (!block.isEmpty()) {
            var let = LET.matcher(block.getFirst());
            var rest = block.subList(1, block.size());
            if (let.matches()) {
                lets.put(let.group(1), filled(let.group(2).strip() + String.join(" ", rest)));
            } else {
                steps.add(step(block.getFirst(), rest));
            }
        }
        block.clear();
    }

    private Step step(String name, List<String> lines) {
        var call = CALL.matcher(lines.getFirst());
        if (!call.matches()) {
            throw new IllegalArgumentException(name + ": " + lines);
        }
        var compared = Objects.requireNonNullElse(call.group(4), "all").replace(' ', '_');
        return new Step(
                        name,
                        Step.Method.valueOf(call.group(1)),
                        call.group(2),
                        Step.Compared.valueOf(compared.toUpperCase(Locale.ROOT)),
                        String.join(" ", lines.subList(1, lines.size())))
                .filled(this::filled);
    }

    private String filled(String text) {
        return NAME.matcher(text)
                .replaceAll(found ->
                        Matcher.quoteReplacement(Objects.requireNonNull(lets.get(found.group(1)), found.group())));
    }
}
