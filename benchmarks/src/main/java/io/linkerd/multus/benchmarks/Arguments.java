// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code bench} is asked for.
 *
 * @param project the folder of the project's root
 * @param version of its modules
 * @param numbers for each option that the name takes
 */
record Arguments(Path project, String version, Name name, Map<Option, Integer> numbers) {
    private static final int FIXED = 3;

    Arguments {
        numbers = Map.copyOf(numbers);
    }

    /** An argument that means nothing here; the message says which and why. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    /** Reads the project's folder, its version, a name, and options with their numbers. */
    static Arguments read(List<String> arguments) throws Wrong {
        if (arguments.size() < FIXED) {
            throw new Wrong("say what is to be compared");
        }
        var word = arguments.get(2);
        var name = Name.of(word).orElseThrow(() -> new Wrong("there is nothing to compare that is called " + word));
        var numbers = new HashMap<>(name.options());
        for (var rest = arguments.subList(FIXED, arguments.size()).iterator(); rest.hasNext(); ) {
            var text = rest.next();
            numbers.put(option(name, text), number(name, text, rest.hasNext() ? rest.next() : ""));
        }
        return new Arguments(Path.of(arguments.get(0)).toAbsolutePath(), arguments.get(1), name, numbers);
    }

    int rounds() {
        return number(Option.ROUNDS);
    }

    int namespaces() {
        return number(Option.NAMESPACES);
    }

    int optedIn() {
        return number(Option.OPTED_IN);
    }

    int pods() {
        return number(Option.PODS);
    }

    int admissions() {
        return number(Option.ADMISSIONS);
    }

    int rotations() {
        return number(Option.ROTATIONS);
    }

    int repairs() {
        return number(Option.REPAIRS);
    }

    int rewrites() {
        return number(Option.REWRITES);
    }

    int kills() {
        return number(Option.KILLS);
    }

    int roundTrips() {
        return number(Option.ROUND_TRIPS);
    }

    Duration window() {
        return Duration.ofSeconds(number(Option.SECONDS));
    }

    private int number(Option option) {
        var number = numbers.get(option);
        if (number == null) {
            throw new IllegalStateException(name + " does not take " + option);
        }
        return number;
    }

    private static Option option(Name name, String text) throws Wrong {
        return name.options().keySet().stream()
                .filter(option -> option.word().equals(text))
                .findFirst()
                .orElseThrow(() -> new Wrong(name.word() + " does not take " + text));
    }

    private static int number(Name name, String option, String text) throws Wrong {
        try {
            var number = Integer.parseInt(text);
            if (number >= name.least()) {
                return number;
            }
        } catch (NumberFormatException _) {
            // told below, like one that is too small
        }
        throw new Wrong(option + " needs a number from " + name.least() + " on, not \"" + text + "\"");
    }
}
