// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * What is wrong with a text that should be YAML, and where. A kubeconfig or a manifest has tokens and passwords, and the parser quotes the
 * line that it cannot read, an alias, a tag or a key: of its words those alone are said that are the same for every text.
 */
public final class YamlProblem {
    private static final String TAB = "(TAB)";

    /** How the parser's words begin, as far as nothing of the text is in them. */
    private static final List<String> KNOWN = List.of(
            "mapping values are not allowed here",
            "mapping keys are not allowed here",
            "sequence entries are not allowed here",
            "could not find expected ':'",
            "could not determine a constructor for the tag",
            "duplicate tag handle",
            "expected the node content",
            "expected <block end>",
            "expected <document start>",
            "expected ',' or '}'",
            "expected ',' or ']'",
            "expected a comment or a line break",
            "expected alphabetic or numeric character",
            "expected chomping or indentation indicators",
            "found duplicate key",
            "found unacceptable key",
            "found unconstructable recursive node",
            "found undefined alias",
            "found undefined tag handle",
            "found unexpected document separator",
            "found unexpected end of stream",
            "found unknown escape character",
            "special characters are not allowed",
            "The incoming YAML document exceeds the limit",
            "Number of aliases for non-scalar nodes exceeds the specified max");

    private YamlProblem() {}

    /** {@return where it is, as in {@code line 6}; empty where that is not known} */
    public static Optional<String> line(YamlEngineException problem) {
        return problem instanceof MarkedYamlEngineException marked
                ? marked.getProblemMark().map(mark -> "line " + (mark.getLine() + 1))
                : Optional.empty();
    }

    /** {@return what is wrong, and nothing of the text} */
    public static String words(YamlEngineException problem) {
        var said = Objects.requireNonNullElse(
                problem instanceof MarkedYamlEngineException marked ? marked.getProblem() : problem.getMessage(), "");
        if (said.startsWith("found character")) {
            return "found a character that cannot start any token"
                    + (said.contains(TAB) ? ": a tab, which indents nothing" : "");
        }
        return KNOWN.stream().filter(said::startsWith).findFirst().orElse("it cannot be read");
    }
}
