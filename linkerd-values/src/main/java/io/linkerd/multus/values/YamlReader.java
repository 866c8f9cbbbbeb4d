// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import io.linkerd.multus.contracts.YamlMistake;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Reads the nodes of a text's first document, as go-yaml v2 reads them: SnakeYAML finds the tokens, {@link YamlDialect} knows where the two
 * differ. Types are not looked at here.
 */
final class YamlReader {
    /** A ConfigMap holds 1 MiB at most. */
    private static final int LONGEST = 1 << 20;
    /** Linkerd's values have 7 levels; Go's own bound is 10,000. */
    private static final int DEEPEST = 100;
    /** The text is read once more for each, as in {@code key: |} and a tab behind it. */
    private static final int MOST_TABS_IN_TOKENS = 50;

    private final String text;
    private final YamlDialect dialect;
    private final Parser parser;
    private final Map<String, Integer> anchors = new HashMap<>();
    private final List<@Nullable YamlNode> anchored = new ArrayList<>();
    private int flows;

    private YamlReader(String text, String scanned, YamlDialect dialect) {
        var options = new LoaderOptions();
        options.setCodePointLimit(LONGEST + 1);
        this.text = text;
        this.dialect = dialect;
        this.parser = new ParserImpl(new BlankTabs(scanned, options, dialect));
    }

    /** {@return the document} */
    static YamlDocument read(String text) throws MalformedYaml {
        if (text.length() > LONGEST) {
            throw MalformedYaml.beyondBound(1, "longer than " + LONGEST + " characters");
        }
        var dialect = new YamlDialect(text);
        dialect.checkDirectives();
        var scanned = text;
        for (int passed = 0; ; passed++) {
            try {
                return new YamlReader(text, scanned, dialect).document();
            } catch (MarkedYAMLException problem) {
                var next = dialect.withoutBlankTab(scanned, problem.getProblemMark());
                if (next.equals(scanned)) {
                    throw told(problem);
                }
                if (passed == MOST_TABS_IN_TOKENS) {
                    throw MalformedYaml.beyondBound(
                            told(problem).line(), "more than " + MOST_TABS_IN_TOKENS + " tabs within tokens");
                }
                scanned = next;
            } catch (ReaderException problem) {
                throw MalformedYaml.at(text, problem.getPosition(), "a control character");
            } catch (YAMLException | IllegalArgumentException _) {
                throw new MalformedYaml(1, "no YAML");
            }
        }
    }

    private YamlDocument document() throws MalformedYaml {
        parser.getEvent(); // start of the stream
        if (!(parser.getEvent() instanceof DocumentStartEvent)) {
            return YamlDocument.of(nothing(), List.of());
        }
        var root = node(0);
        parser.getEvent(); // end of the document: what follows is not read, but for the token that ends it
        dialect.checkDirectiveAfter(root.place().end());
        var complete = new ArrayList<YamlNode>();
        for (var node : anchored) {
            complete.add(node == null ? root : node);
        }
        return YamlDocument.of(root, complete);
    }

    private YamlNode nothing() {
        int line = 1 + (int) text.chars().filter(character -> character == '\n').count();
        var place = new YamlNode.Place(text.length(), text.length(), line, 0, YamlNode.Place.NO_ANCHOR);
        return new YamlNode.Scalar(place, "", "", true, YamlNode.Style.PLAIN);
    }

    private YamlNode node(int depth) throws MalformedYaml {
        var event = (NodeEvent) parser.getEvent();
        int line = event.getStartMark().getLine() + 1;
        if (depth > DEEPEST) {
            throw MalformedYaml.beyondBound(line, "nested deeper than " + DEEPEST + " levels");
        }
        if (event instanceof AliasEvent) {
            var target = anchors.get(event.getAnchor());
            if (target == null) {
                throw new MalformedYaml(line, "an alias (`*name`) whose anchor (`&name`) is not above it");
            }
            return new YamlNode.Alias(place(event, dialect.offset(event.getEndMark()), -1), target);
        }
        int anchor = anchor(event, line);
        var node = event instanceof ScalarEvent scalar
                ? scalar(scalar, anchor)
                : collection((CollectionStartEvent) event, anchor, depth);
        if (anchor != YamlNode.Place.NO_ANCHOR) {
            anchored.set(anchor, node);
        }
        return node;
    }

    private int anchor(NodeEvent event, int line) throws MalformedYaml {
        var name = event.getAnchor();
        if (name == null) {
            return YamlNode.Place.NO_ANCHOR;
        }
        YamlDialect.checkAnchor(name, line);
        anchors.put(name, anchored.size());
        anchored.add(null);
        return anchored.size() - 1;
    }

    private YamlNode scalar(ScalarEvent event, int anchor) throws MalformedYaml {
        var style = switch (event.getScalarStyle()) {
            case LITERAL -> YamlNode.Style.LITERAL;
            case FOLDED -> YamlNode.Style.FOLDED;
            case PLAIN -> YamlNode.Style.PLAIN;
            case SINGLE_QUOTED, DOUBLE_QUOTED, JSON_SCALAR_STYLE -> YamlNode.Style.QUOTED;
        };
        int start = dialect.offset(event.getStartMark());
        var place = place(event, dialect.trimmed(start, dialect.offset(event.getEndMark())), anchor);
        dialect.checkScalar(place, event, flows > 0);
        return new YamlNode.Scalar(
                place,
                event.getValue(),
                tag(event.getTag()),
                event.getImplicit().canOmitTagInPlainScalar(),
                style);
    }

    private YamlNode collection(CollectionStartEvent event, int anchor, int depth) throws MalformedYaml {
        boolean isMapping = event.getEventId() == Event.ID.MappingStart;
        flows += event.isFlow() ? 1 : 0;
        var children = new ArrayList<YamlNode>();
        while (!(parser.checkEvent(Event.ID.MappingEnd) || parser.checkEvent(Event.ID.SequenceEnd))) {
            children.add(node(depth + 1));
        }
        int close = dialect.offset(parser.getEvent().getEndMark());
        flows -= event.isFlow() ? 1 : 0;
        int last =
                children.stream().mapToInt(child -> child.place().end()).max().orElse(close);
        var place = place(event, event.isFlow() ? close : last, anchor);
        return isMapping
                ? new YamlNode.Mapping(place, event.isFlow(), entries(children))
                : new YamlNode.Sequence(place, event.isFlow(), children);
    }

    private List<YamlNode.Entry> entries(List<YamlNode> children) throws MalformedYaml {
        var entries = new ArrayList<YamlNode.Entry>();
        for (int at = 0; at + 1 < children.size(); at += 2) {
            dialect.checkColon(children.get(at).place(), children.get(at + 1).place());
            entries.add(new YamlNode.Entry(children.get(at), children.get(at + 1)));
        }
        return entries;
    }

    private YamlNode.Place place(Event event, int end, int anchor) {
        var start = event.getStartMark();
        return new YamlNode.Place(dialect.offset(start), end, start.getLine() + 1, start.getColumn(), anchor);
    }

    private static String tag(@Nullable String tag) {
        return tag == null ? "" : tag;
    }

    private static MalformedYaml told(MarkedYAMLException problem) {
        @Nullable Mark mark = problem.getProblemMark();
        var words = YamlMistake.words(String.valueOf(problem.getProblem()));
        return mark == null
                ? new MalformedYaml(1, words)
                : new MalformedYaml(mark.getLine() + 1, words + " (column " + (mark.getColumn() + 1) + ")");
    }
}
