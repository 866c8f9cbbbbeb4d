// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.event.KeyValuePair;

class ServiceLoggingTest {
    private final LoggerContext context = new LoggerContext();

    ServiceLoggingTest() {
        new ServiceLogging().configure(context);
    }

    @Test
    void writesMessageAndPairs() {
        assertThat(line("replaced file", "file", "/etc/cni/net.d/10-a.conflist"))
                .endsWith("INFO  ServiceLoggingTest replaced file file=\"/etc/cni/net.d/10-a.conflist\""
                        + System.lineSeparator());
    }

    @Test
    void asJsonEachLineIsAnObject() {
        var encoder = ServiceLogging.json();
        encoder.setContext(context);
        encoder.start();
        var event = new LoggingEvent(
                "", context.getLogger(ServiceLoggingTest.class), Level.INFO, "a\nb", null, new Object[0]);
        event.setKeyValuePairs(List.of(new KeyValuePair("file", "/a\"b")));

        assertThat(new String(encoder.encode(event), StandardCharsets.UTF_8))
                .hasLineCount(1)
                .startsWith("{\"timestamp\":")
                .contains("\"level\":\"INFO\"", "\"message\":\"a\\nb\"", "\"kvpList\": [{\"file\":\"\\/a\\\"b\"}]");
    }

    /** What a stranger has written somewhere stood in the log as a line of ours. */
    @Test
    void noValueForgesALine() {
        assertThat(line("failed", "reason", "a\n2026-01-01T00:00:00.000Z ERROR\r\u001b[31m\u0085\u2028b"))
                .hasLineCount(1)
                .contains("a\\u000a2026-01-01T00:00:00.000Z ERROR\\u000d\\u001b[31m\\u0085\\u2028b");
        assertThat(line("made\nup", "reason", "c")).hasLineCount(1).contains("made\\u000aup reason=\"c\"");
    }

    /** A pod's name is not checked yet when its decision is logged. */
    @Test
    void noValueForgesAPair() {
        assertThat(line("decided", "pod", "x\" outcome=\"unchanged\\"))
                .endsWith("decided pod=\"x\\\" outcome=\\\"unchanged\\\\\"" + System.lineSeparator());
    }

    /** Another server's words in a message, with a line break in them, stood in the log as a line of ours. */
    @Test
    void noMessageOfAThrowableForgesALine() {
        var cause = new IllegalStateException("b\r2026-01-01T00:00:00.000Z INFO  c");
        var thrown = new IllegalStateException("a\n2026-01-01T00:00:00.000Z ERROR\u2028b", cause);
        thrown.addSuppressed(new IllegalStateException("d\n2026-01-01T00:00:00.000Z INFO  e"));
        thrown.setStackTrace(new StackTraceElement[0]);

        assertThat(thrown(thrown).lines().skip(1))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("\t"))
                .anyMatch(line -> line.contains("a\\u000a2026-01-01T00:00:00.000Z ERROR\\u2028b"))
                .anyMatch(line -> line.contains("Caused by: java.lang.IllegalStateException: b\\u000d2026"))
                .anyMatch(line -> line.contains("Suppressed: java.lang.IllegalStateException: d\\u000a2026"));
    }

    @Test
    void aThrowableWithoutAMessageIsTold() {
        assertThat(thrown(new IllegalStateException()))
                .contains("\tjava.lang.IllegalStateException" + System.lineSeparator());
        assertThat(thrown(new IllegalStateException("x".repeat(1 << 20)))).hasSizeLessThan(32 << 10);
    }

    @Test
    void noValueFillsTheLog() {
        assertThat(line("failed", "reason", "x".repeat(1 << 20)))
                .hasSizeLessThan(8192)
                .contains("…");
    }

    @Test
    void aStackTraceHasItsLines() {
        assertThat(thrown(new IllegalStateException("on purpose")))
                .contains("IllegalStateException: on purpose" + System.lineSeparator() + "\t\tat ");
    }

    private String thrown(Throwable throwable) {
        var event = event("failed");
        event.setThrowableProxy(new ThrowableProxy(throwable));
        return encoded(event);
    }

    private String line(String message, String key, String value) {
        var event = event(message);
        event.addKeyValuePair(new KeyValuePair(key, value));
        return encoded(event);
    }

    private LoggingEvent event(String message) {
        var logger = context.getLogger(ServiceLoggingTest.class);
        return new LoggingEvent("", logger, Level.INFO, message, null, new Object[0]);
    }

    private String encoded(ILoggingEvent event) {
        var console = (ConsoleAppender<ILoggingEvent>) context.getLogger(Logger.ROOT_LOGGER_NAME)
                .iteratorForAppenders()
                .next();
        return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    }
}
