// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** Hears all that is logged in this process by anybody, at the lowest level. */
final class LogTap extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("io.linkerd.multus");
    private final Level before = root.getLevel();
    private final Level oursBefore = ours.getLevel();
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    LogTap() {
        start();
        root.addAppender(this);
        root.setLevel(Level.TRACE);
        ours.setLevel(Level.TRACE);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        var pairs = Objects.requireNonNullElse(event.getKeyValuePairs(), List.of()).stream()
                .map(Object::toString)
                .collect(Collectors.joining(" "));
        var trace = event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
        lines.add(event.getLevel() + " " + event.getFormattedMessage() + " " + pairs + " " + trace);
    }

    @Override
    public void close() {
        root.detachAppender(this);
        root.setLevel(before);
        ours.setLevel(oursBefore);
        stop();
    }
}
