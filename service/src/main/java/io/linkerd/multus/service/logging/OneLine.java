// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.logging;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.DynamicConverter;
import io.linkerd.multus.contracts.GoText;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.event.KeyValuePair;

/** Message and pairs of a line of the log, in which strangers' texts may be: none of them ends the line, or goes on for ever. */
final class OneLine extends ClassicConverter {
    /** Raw, as Logback wants them. */
    @SuppressWarnings("rawtypes")
    static final Map<String, Supplier<DynamicConverter>> CONVERTERS = Map.of(
            "msg", () -> new OneLine(event -> safe(event.getFormattedMessage())),
            "kvp", () -> new OneLine(OneLine::pairs),
            "ex", PrintableThrowables::new);

    /** Words of an API server, which may hold those of others' webhooks, are a few hundred characters long. */
    private static final int LONGEST = 2000;

    private final Function<ILoggingEvent, String> text;

    private OneLine(Function<ILoggingEvent, String> text) {
        this.text = text;
    }

    @Override
    public String convert(ILoggingEvent event) {
        return text.apply(event);
    }

    private static String pairs(ILoggingEvent event) {
        return Stream.ofNullable(event.getKeyValuePairs())
                .flatMap(pairs -> pairs.stream())
                .map(OneLine::pair)
                .collect(Collectors.joining(" "));
    }

    private static String pair(KeyValuePair pair) {
        return pair.key + "=\"" + GoText.printable(escaped(shorten(Objects.toString(pair.value)))) + "\"";
    }

    /** {@return a value that does not end before its closing quote, where another pair would seem to follow} */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** {@return a text that is one line, and not a long one} */
    static String safe(String text) {
        return GoText.printable(shorten(text));
    }

    private static String shorten(String text) {
        return GoText.shorten(text, LONGEST, "…");
    }
}
