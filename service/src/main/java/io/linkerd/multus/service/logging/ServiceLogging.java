// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.linkerd.multus.service.settings.LogFormat;
import io.linkerd.multus.service.settings.SettingsReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets Logback up, which finds this class by its service file: our own loggers at the level of {@value SettingsReader#LOG_LEVEL},
 * everybody else's at WARN, as lines for people or, where {@value SettingsReader#LOG_FORMAT} says so, as JSON.
 */
public final class ServiceLogging extends ContextAwareBase implements Configurator {
    private static final String OURS = "io.linkerd.multus";
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSX, UTC} %-5level %logger{0} %msg %kvp%n%ex";

    /** Made by Logback. */
    public ServiceLogging() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        var encoder = isJson(System.getenv(SettingsReader.LOG_FORMAT)) ? json() : plain(context);
        encoder.setContext(context);
        encoder.start();
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setContext(context);
        console.setEncoder(encoder);
        console.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console);
        context.getLogger(OURS).setLevel(Level.toLevel(System.getenv(SettingsReader.LOG_LEVEL), Level.INFO));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static boolean isJson(@Nullable String format) {
        return LogFormat.JSON.name().equalsIgnoreCase(format);
    }

    private static Encoder<ILoggingEvent> plain(LoggerContext context) {
        var layout = new PatternLayout();
        layout.setContext(context);
        layout.getInstanceConverterMap().putAll(OneLine.CONVERTERS);
        layout.setPattern(PATTERN);
        layout.start();
        var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(layout);
        return encoder;
    }

    /** What is the same in every line of a process, or counts lines, is left out. */
    static Encoder<ILoggingEvent> json() {
        var encoder = new JsonEncoder();
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithMDC(false);
        encoder.setWithArguments(false);
        return encoder;
    }

    /** Sets how much we tell, in the place of what {@value SettingsReader#LOG_LEVEL} says. */
    public static void setLevel(org.slf4j.event.Level level) {
        set(OURS, Level.convertAnSLF4JLevel(level));
    }

    /** Lets a library tell nothing below this level: what it tells of is told by us, in our words. */
    public static void limit(String logger, org.slf4j.event.Level lowest) {
        set(logger, Level.convertAnSLF4JLevel(lowest));
    }

    /** Lets a library tell nothing at all. */
    public static void silence(String logger) {
        set(logger, Level.OFF);
    }

    private static void set(String name, Level level) {
        if (LoggerFactory.getLogger(name) instanceof ch.qos.logback.classic.Logger logger) {
            logger.setLevel(level);
        }
    }
}
