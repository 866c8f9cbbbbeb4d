// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.values.ValueTree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a field of 2019 says what Linkerd's values say today. */
enum SeedForm {
    TEXT,
    FLAG,
    /** What was disabled then is enabled now. */
    OPPOSITE,
    /** A whole number, written as one or as text. */
    WHOLE,
    /** Go writes one length of time in one way, which is how Linkerd's chart has it. */
    DURATION,
    /** A quantity of Kubernetes, which may look like a number. */
    AMOUNT,
    /** A list there, one text with commas here. */
    JOINED;

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    /** {@return what is wanted; nothing for an empty text, in whose place a default was put in 2019; or what is wrong} */
    Result<Optional<ValueTree>> wanted(ValueTree written) {
        if (SpecFields.isEmpty(written)) {
            return new Result.Ok<>(Optional.empty());
        }
        return switch (this) {
            case TEXT -> written instanceof ValueTree.Text ? ok(written) : not("has to be a text, in quotes", written);
            case FLAG -> written instanceof ValueTree.Flag ? ok(written) : not("has to be true or false", written);
            case OPPOSITE ->
                written instanceof ValueTree.Flag(var flag)
                        ? ok(new ValueTree.Flag(!flag))
                        : not("has to be true or false", written);
            case WHOLE -> whole(written);
            case DURATION -> duration(written);
            case AMOUNT -> amount(written);
            case JOINED -> joined(written);
        };
    }

    private static Result<Optional<ValueTree>> whole(ValueTree written) {
        return switch (written) {
            case ValueTree.Number number -> ok(number);
            case ValueTree.Text(var text)
            when DIGITS.matcher(text).matches() -> ok(new ValueTree.Number(new BigDecimal(text)));
            case ValueTree.Text _, ValueTree.Members _, ValueTree.Elements _, ValueTree.Flag _, ValueTree.Nothing _ ->
                not("has to be a whole number", written);
        };
    }

    private static Result<Optional<ValueTree>> duration(ValueTree written) {
        return written instanceof ValueTree.Text(var text)
                ? ok(GoDuration.read(text)
                        .<ValueTree>map(read -> new ValueTree.Text(GoDuration.text(read)))
                        .orElse(written))
                : not("has to be a length of time like 24h or 86400s, in quotes", written);
    }

    private static Result<Optional<ValueTree>> amount(ValueTree written) {
        return switch (written) {
            case ValueTree.Text _ -> ok(written);
            case ValueTree.Number(var number) -> ok(new ValueTree.Text(Amounts.text(number)));
            case ValueTree.Members _, ValueTree.Elements _, ValueTree.Flag _, ValueTree.Nothing _ ->
                not("has to be a quantity like 100m or 250Mi", written);
        };
    }

    private static Result<Optional<ValueTree>> joined(ValueTree written) {
        if (!(written instanceof ValueTree.Elements(var elements))) {
            return not("has to be a list of ports", written);
        }
        var ports = new ArrayList<String>();
        for (var element : elements) {
            switch (element) {
                case ValueTree.Text(var text) -> ports.add(text);
                case ValueTree.Number(var number) -> ports.add(Amounts.text(number));
                case ValueTree.Members _, ValueTree.Elements _, ValueTree.Flag _, ValueTree.Nothing _ -> {
                    return not("has to be a list of ports", element);
                }
            }
        }
        return ok(new ValueTree.Text(String.join(",", ports)));
    }

    private static Result<Optional<ValueTree>> ok(ValueTree value) {
        return new Result.Ok<>(Optional.of(value));
    }

    private static Result<Optional<ValueTree>> not(String rule, ValueTree written) {
        return new Result.Not<>(rule + ", and is " + Words.of(written));
    }
}
