// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What can be compared. */
enum Name {
    START,
    WEBHOOK,
    HOSTILE,
    ROTATIONS,
    INSTALLER,
    CONTROLLER,
    OPERATOR,
    MULTUS,
    CLI;

    static Optional<Name> of(String word) {
        return Arrays.stream(values()).filter(name -> name.word().equals(word)).findFirst();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return the options that it takes, and what they are when nobody says anything} */
    Map<Option, Integer> options() {
        return switch (this) {
            case START -> Map.of(Option.ROUNDS, 5);
            case WEBHOOK -> Map.of(Option.ROUNDS, 3, Option.SECONDS, 10);
            case HOSTILE -> Map.of(Option.SECONDS, 60);
            case ROTATIONS -> Map.of(Option.ADMISSIONS, 100_000, Option.ROTATIONS, 200);
            case INSTALLER ->
                Map.of(
                        Option.ROUNDS, 5,
                        Option.REPAIRS, 1000,
                        Option.REWRITES, 10_000,
                        Option.SECONDS, 60,
                        Option.KILLS, 50);
            case CONTROLLER ->
                Map.of(
                        Option.ROUNDS, 1,
                        Option.SECONDS, 30,
                        Option.NAMESPACES, 10_000,
                        Option.OPTED_IN, 3000,
                        Option.PODS, 20_000);
            case OPERATOR ->
                Map.of(
                        Option.SECONDS, 30,
                        Option.NAMESPACES, 10_000,
                        Option.OPTED_IN, 3000,
                        Option.PODS, 20_000);
            case MULTUS -> Map.of(Option.ROUNDS, 3, Option.ROUND_TRIPS, 1000, Option.PODS, 1000);
            case CLI ->
                Map.of(
                        Option.ROUNDS, 3,
                        Option.NAMESPACES, 3000,
                        Option.OPTED_IN, 2000,
                        Option.PODS, 20_000);
        };
    }

    /** {@return the least that an option can be, where 0 leaves out what it counts} */
    int least() {
        return switch (this) {
            case INSTALLER -> 0;
            case START, WEBHOOK, HOSTILE, ROTATIONS, CONTROLLER, OPERATOR, MULTUS, CLI -> 1;
        };
    }
}
