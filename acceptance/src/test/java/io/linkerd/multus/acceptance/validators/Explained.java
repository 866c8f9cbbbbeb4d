// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a validator may say: parts of lines, and why each of them is as it should be.
 *
 * @param reasons by the part of the line
 */
record Explained(Map<String, String> reasons) {
    Explained {
        reasons = new LinkedHashMap<>(reasons);
    }

    static Explained nothing() {
        return new Explained(Map.of());
    }

    /** {@return the same with one more} */
    Explained and(String part, String reason) {
        var more = new LinkedHashMap<>(reasons);
        more.put(part, reason);
        return new Explained(more);
    }

    /** Prints the lines for the build's log, each with its reason, and fails where there is an objection. */
    void judge(String validator, List<String> lines) {
        System.out.println(validator + ": " + (lines.isEmpty() ? "nothing to say" : ""));
        for (var line : lines) {
            System.out.println("  " + line
                    + reason(line).map(why -> "\n    as it should be: " + why).orElse(""));
        }
        var objections = objections(lines);
        if (!objections.isEmpty()) {
            throw new AssertionError(validator + "\n" + String.join("\n", objections));
        }
    }

    /** {@return what is not explained, and explanations of what is not said any more} */
    List<String> objections(List<String> lines) {
        var unexplained = lines.stream().filter(line -> reason(line).isEmpty()).map(line -> "mend or explain: " + line);
        var outdated = reasons.keySet().stream()
                .filter(part -> lines.stream().noneMatch(line -> line.contains(part)))
                .map(part -> "no longer said, so take its explanation away: " + part);
        return Stream.concat(unexplained, outdated).toList();
    }

    private Optional<String> reason(String line) {
        return reasons.entrySet().stream()
                .filter(explained -> line.contains(explained.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
