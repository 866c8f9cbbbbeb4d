// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import java.util.stream.Collectors;

/** Stack traces, in whose messages strangers' texts may be: none begins a line, and each line is indented, as none of an event is. */
final class PrintableThrowables extends ThrowableProxyConverter {

    @Override
    protected String throwableProxyToString(IThrowableProxy throwable) {
        return super.throwableProxyToString(new PrintableThrowable(throwable))
                .lines()
                .map(line -> "\t" + line + System.lineSeparator())
                .collect(Collectors.joining());
    }
}
