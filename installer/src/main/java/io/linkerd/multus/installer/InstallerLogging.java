// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logging to standard output, one line per event; set up in code, which spares each node an XML parser. */
public final class InstallerLogging extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSX, UTC} %-5level %logger{0} %msg %kvp%n";

    /** Made by Logback, which finds this class by its service file. */
    public InstallerLogging() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setContext(context);
        console.setEncoder(encoder);
        console.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console);
        context.getLogger("io.linkerd.multus").setLevel(Level.INFO);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    static void setLevel(String level) {
        if (LoggerFactory.getLogger("io.linkerd.multus") instanceof ch.qos.logback.classic.Logger logger) {
            logger.setLevel(Level.toLevel(level.toUpperCase(Locale.ROOT), Level.INFO));
        }
    }
}
