// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesCases;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.ValuesText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Texts that people and programs may write, before and after an edit, read by sigs.k8s.io/yaml into Linkerd's struct. */
class ValuesOracleIT {
    private static final int DOCUMENTS = Integer.getInteger("values.documents", 600);
    private static final long FROM = Long.getLong("values.documents.from", 1);
    private static final int AT_ONCE = 2_000;
    private static final Duration SOON = Duration.ofMinutes(5);

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS);

    /**
     * What go-yaml takes and SnakeYAML does not; no program writes it. {@code "\'"}, and a tab behind {@code \}; {@code |# comment};
     * {@code %YAML 1.1#}; {@code !'}; a tab that a line begins with within a value; {@code [a:, b]}; {@code &a?b}; a byte order
     * mark within the text, which go-yaml reads at some places as what it is, and at others not.
     */
    private static final Pattern STRICTER =
            Pattern.compile("(?s)line \\d+: (a backslash before a character that needs none"
                    + "|only `\\+`, `-` or a digit can stand|a digit or a blank is expected after %YAML|`!` is expected|a tab where only blanks"
                    + "|a plain value within brackets|an anchor with other characters|a byte order mark within).*");

    private final Map<String, Integer> counted = new TreeMap<>();

    /** A text, and what it is edited to; itself where it cannot be edited. */
    private record Edited(long number, ValuesCases given, String text) {}

    @Test
    void whatIsReadAndWrittenIsWhatGoReads() throws IOException, InterruptedException {
        var oracle = ValidatorPrograms.yamlOracle();
        for (var first = FROM; first < FROM + DOCUMENTS; first += AT_ONCE) {
            var edits = new ArrayList<Edited>();
            for (var number = first; number < Math.min(FROM + DOCUMENTS, first + AT_ONCE); number++) {
                edits.add(edit(number));
            }
            var before =
                    ask(oracle, edits.stream().map(edit -> edit.given().text()).toList());
            var after = ask(oracle, edits.stream().map(Edited::text).toList());
            for (int index = 0; index < edits.size(); index++) {
                compare(edits.get(index), before.get(index), after.get(index));
            }
        }
        System.out.println("values, read by Go and by us: " + counted);
    }

    private Edited edit(long number) {
        var given = ValuesCases.of(number);
        if (!(ValuesText.read(given.text()) instanceof Result.Ok<ValuesText>(var text))) {
            return new Edited(number, given, given.text());
        }
        return switch (text.with(given.wanted())) {
            case Result.Ok<ValuesText>(var edited) -> {
                editBack(number, text, edited, given);
                yield new Edited(number, given, edited.text());
            }
            case Result.Not<ValuesText>(var reason) -> {
                assertThat(ValuesCases.isEditable(number))
                        .as("%d: %s", number, reason)
                        .isFalse();
                count("edits refused");
                yield new Edited(number, given, given.text());
            }
        };
    }

    /** Where every path had a value, all get it back. */
    private void editBack(long number, ValuesText text, ValuesText edited, ValuesCases given) {
        var old = new HashMap<ValuesPath, ValueTree>();
        for (var path : given.paths()) {
            var value = text.seenAt(path);
            if (value.isEmpty() || value.get() instanceof ValueTree.Members) {
                assertThat(edited.first().text()).isEqualTo(given.text());
                return;
            }
            old.put(path, value.get());
        }
        if (edited.with(new TreeMap<>(old)) instanceof Result.Ok<ValuesText>(var back)) {
            assertThat(back.text()).as("%d", number).isEqualTo(given.text());
            count("edited back");
        } else {
            throw new AssertionError(number + " cannot be edited back");
        }
    }

    private void compare(Edited edited, JsonNode before, JsonNode after) {
        var name = "%d: %s".formatted(edited.number(), edited.given().text());
        var text = isReadAlike(name, edited.given().text(), before);
        if (!text || edited.text().equals(edited.given().text())) {
            return;
        }
        assertThat(isReadAlike(name, edited.text(), after)).as(name).isTrue();
        if (ValuesText.read(edited.given().text()) instanceof Result.Ok<ValuesText>(var first)) {
            var wanted = ValuesCases.edited(
                    tree(before.path("json")), first, edited.given().wanted());
            assertThat(tree(after.path("json")))
                    .as("%s, edited to %s", name, edited.text())
                    .isEqualTo(wanted);
            count("edited");
        }
    }

    /** Whether both read it; else neither does. A text that is no mapping is denied like one that cannot be read. */
    private boolean isReadAlike(String name, String text, JsonNode go) {
        var readable = !go.has("unreadable");
        switch (ValuesText.read(text)) {
            case Result.Not<ValuesText>(var reason)
            when STRICTER.matcher(reason).matches() -> count("refused by us alone");
            case Result.Not<ValuesText>(var reason) -> {
                assertThat(readable).as("%s\n%s", name, reason).isFalse();
                count("refused");
            }
            case Result.Ok<ValuesText>(var read)
            when !(read.tree() instanceof ValueTree.Members || read.tree() instanceof ValueTree.Nothing) -> {
                assertThat(go.has("decoded")).as(name).isFalse();
                count("refused");
            }
            case Result.Ok<ValuesText>(var read) -> {
                assertThat(go.path("unreadable").asText()).as(name).isEmpty();
                assertThat(read.tree()).as(name).isEqualTo(tree(go.path("json")));
                assertThat(ValuesCases.fits(read)).as(name).isEqualTo(!go.has("misfit"));
                assertThat(go.has("misfit") || ValuesCases.isSeen(read, tree(go.path("decoded"))))
                        .as(name)
                        .isTrue();
                count(go.has("misfit") ? "of other types" : "decoded");
                return true;
            }
        }
        return false;
    }

    private void count(String what) {
        counted.merge(what, 1, Integer::sum);
    }

    private static List<JsonNode> ask(Path oracle, List<String> texts) throws IOException, InterruptedException {
        var asked = new StringBuilder(ValuesCases.type());
        for (var text : texts) {
            asked.append('\n').append(JSON.writeValueAsString(text));
        }
        var answers = new ArrayList<JsonNode>();
        var said = Programs.plain().output(SOON, asked.toString(), List.of(oracle.toString()));
        for (var line : said.lines().toList()) {
            answers.add(JSON.readTree(line));
        }
        assertThat(answers).hasSameSizeAs(texts);
        return answers;
    }

    private static ValueTree tree(JsonNode json) {
        return switch (json.getNodeType()) {
            case OBJECT -> {
                var members = new LinkedHashMap<String, ValueTree>();
                json.properties().forEach(member -> members.put(member.getKey(), tree(member.getValue())));
                yield new ValueTree.Members(members);
            }
            case ARRAY ->
                new ValueTree.Elements(
                        json.valueStream().map(ValuesOracleIT::tree).toList());
            case STRING -> new ValueTree.Text(json.asText());
            case NUMBER -> new ValueTree.Number(json.decimalValue());
            case BOOLEAN -> new ValueTree.Flag(json.asBoolean());
            case NULL -> new ValueTree.Nothing();
            case BINARY, MISSING, POJO -> throw new AssertionError("no JSON: " + json);
        };
    }
}
