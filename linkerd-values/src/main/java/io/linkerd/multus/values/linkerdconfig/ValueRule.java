// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.uids.UidRange;
import io.linkerd.multus.values.ValueTree;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What one value of Linkerd's may be. A wrong one is refused here before it keeps pods from being made, or from getting ready. */
@FunctionalInterface
interface ValueRule {
    /** As linkerd2-proxy reads it: one number, one unit. */
    Pattern PROXY_DURATION = Pattern.compile("[0-9]{1,15}(?:ms|s|m|h|d)|0+");

    /** {@return what is wrong with a value at that time} */
    List<String> problems(ValueTree value, Instant now);

    /** A text, quoted, since YAML 1.1 makes other things of {@code off} and {@code 1.10}. */
    static ValueRule text() {
        return text("has to be a text in quotes", _ -> true);
    }

    /** One of these texts. */
    static ValueRule choice(String... choices) {
        var words = Arrays.stream(choices)
                .map(choice -> choice.isEmpty() ? "\"\"" : choice)
                .collect(Collectors.joining(", "));
        return text("has to be one of " + words + ", in quotes", List.of(choices)::contains);
    }

    /** The name of a domain. */
    static ValueRule domain() {
        return text("has to be the name of a domain like cluster.local", ObjectNames::isSubdomain);
    }

    /** A length of time as Go reads it, which is positive. */
    static ValueRule goDuration() {
        return text(
                "has to be a length of time like 24h, 1h30m or 86400s, in quotes",
                text -> GoDuration.read(text).filter(Duration::isPositive).isPresent());
    }

    /** A length of time as the proxy reads it. */
    static ValueRule proxyDuration() {
        return text(
                "has to be one number with ms, s, m, h or d, as in 1000ms, in quotes",
                text -> PROXY_DURATION.matcher(text).matches());
    }

    /** What the proxy logs. */
    static ValueRule logLevels() {
        return text(
                "has to be level, target, or target=level, with commas between, as in warn,linkerd=info; levels are error,"
                        + " warn, info, debug, trace and off",
                LogLevels::areRight);
    }

    /** True or false. */
    static ValueRule flag() {
        return (value, _) ->
                value instanceof ValueTree.Flag ? List.of() : not("has to be true or false, without quotes", value);
    }

    /** A port. */
    static ValueRule port() {
        return (value, _) -> isBetween(value, 1, PortLists.HIGHEST_PORT)
                ? List.of()
                : not("has to be a port from 1 to " + PortLists.HIGHEST_PORT + ", without quotes", value);
    }

    /** A user id that Kubernetes takes and that is not root. */
    static ValueRule uid() {
        return (value, _) -> isBetween(value, 1, UidRange.HIGHEST_UID)
                ? List.of()
                : not("has to be a user id from 1 to " + UidRange.HIGHEST_UID + ", without quotes", value);
    }

    /** Ports and ranges, as one text. */
    static ValueRule ports() {
        return (value, _) -> switch (value) {
            case ValueTree.Text(var text) -> PortLists.problem(text).stream().toList();
            case ValueTree.Number _ -> port().problems(value, Instant.EPOCH);
            case ValueTree.Members _, ValueTree.Elements _, ValueTree.Flag _, ValueTree.Nothing _ ->
                not("has to be ports as one text with commas, like \"25,443\"", value);
        };
    }

    /** A quantity of Kubernetes; an empty text says none. */
    static ValueRule amount() {
        return (value, _) ->
                value.equals(new ValueTree.Text("")) || Amounts.read(value).isPresent()
                        ? List.of()
                        : not("has to be a quantity like 100m or 250Mi", value);
    }

    /** Certificates in PEM; an empty text says none. */
    static ValueRule certificates() {
        return (value, now) -> value instanceof ValueTree.Text(var pem)
                ? pem.isEmpty() ? List.of() : TrustCertificates.problems(pem, now)
                : List.of("has to be certificates in PEM, as one text");
    }

    private static ValueRule text(String rule, Predicate<String> isRight) {
        return (value, _) -> Optional.of(value)
                        .filter(written -> written instanceof ValueTree.Text(var text) && isRight.test(text))
                        .isPresent()
                ? List.of()
                : not(rule, value);
    }

    private static boolean isBetween(ValueTree value, long lowest, long highest) {
        return value instanceof ValueTree.Number(var number)
                && number.scale() <= 0
                && number.compareTo(BigDecimal.valueOf(lowest)) >= 0
                && number.compareTo(BigDecimal.valueOf(highest)) <= 0;
    }

    private static List<String> not(String rule, ValueTree value) {
        return List.of(rule + ", and is " + Words.of(value));
    }
}
