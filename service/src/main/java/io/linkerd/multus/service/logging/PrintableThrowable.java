// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.logging;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Another throwable, each message of which is one line: its own, and those of its causes. */
record PrintableThrowable(IThrowableProxy throwable) implements IThrowableProxy {

    @Override
    public @Nullable String getMessage() {
        var message = throwable.getMessage();
        return message == null ? null : OneLine.safe(message);
    }

    @Override
    public @Nullable String getOverridingMessage() {
        var message = throwable.getOverridingMessage();
        return message == null ? null : OneLine.safe(message);
    }

    @Override
    public @Nullable IThrowableProxy getCause() {
        var cause = throwable.getCause();
        return cause == null ? null : new PrintableThrowable(cause);
    }

    @Override
    public IThrowableProxy[] getSuppressed() {
        return Stream.of(throwable.getSuppressed()).map(PrintableThrowable::new).toArray(IThrowableProxy[]::new);
    }

    @Override
    public String getClassName() {
        return throwable.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
        return throwable.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
        return throwable.getCommonFrames();
    }

    @Override
    public boolean isCyclic() {
        return throwable.isCyclic();
    }
}
