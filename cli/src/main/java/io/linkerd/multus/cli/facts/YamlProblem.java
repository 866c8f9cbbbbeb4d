// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import io.linkerd.multus.contracts.YamlMistake;
import java.util.Objects;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * What is wrong with a text that should be YAML, and where. A kubeconfig or a manifest has tokens and passwords, and the parser quotes the
 * line that it cannot read, an alias, a tag or a key: nothing of that is said.
 */
public final class YamlProblem {
    private YamlProblem() {}

    /** {@return where it is, as in {@code line 6, column 3}; empty where that is not known} */
    public static Optional<String> place(YamlEngineException problem) {
        return problem instanceof MarkedYamlEngineException marked
                ? marked.getProblemMark()
                        .map(mark -> "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1))
                : Optional.empty();
    }

    /** {@return what is wrong, and nothing of the text} */
    public static String words(YamlEngineException problem) {
        return YamlMistake.words(Objects.requireNonNullElse(
                problem instanceof MarkedYamlEngineException marked ? marked.getProblem() : problem.getMessage(), ""));
    }
}
