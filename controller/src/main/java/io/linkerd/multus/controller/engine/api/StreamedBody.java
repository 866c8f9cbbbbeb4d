// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The body of an answer of the client, of which the next part is requested when the one before has been read. */
final class StreamedBody extends InputStream {
    private final Duration silence;
    private final LinkedBlockingQueue<Part> parts = new LinkedBlockingQueue<>();
    private final Queue<ByteBuffer> arrived = new ArrayDeque<>();
    private @Nullable AsyncBody body;
    private boolean ended;

    /** What has arrived, or how it ended. */
    private sealed interface Part {
        record Bytes(List<ByteBuffer> buffers) implements Part {}

        record End(Optional<Throwable> failure) implements Part {}
    }

    /** Fails where nothing has come for so long. */
    StreamedBody(Duration silence) {
        this.silence = silence;
    }

    /** Takes what has arrived. */
    void arrived(List<ByteBuffer> buffers, AsyncBody from) {
        parts.add(new Part.Bytes(List.copyOf(buffers)));
    }

    /** The answer has begun. */
    void begin(AsyncBody answered) {
        body = answered;
        var _ = answered.done().whenComplete((_, failure) -> parts.add(new Part.End(Optional.ofNullable(failure))));
        answered.consume();
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        while (!arrived.isEmpty() && !arrived.element().hasRemaining()) {
            arrived.remove();
        }
        if (arrived.isEmpty() && !fill()) {
            return -1;
        }
        var next = arrived.element();
        int read = Math.min(length, next.remaining());
        next.get(into, offset, read);
        return read;
    }

    @Override
    public void close() {
        if (body != null) {
            body.cancel();
        }
    }

    /** Waits for more; false where all has come. */
    private boolean fill() throws IOException {
        while (!ended && arrived.isEmpty()) {
            switch (next()) {
                case Part.Bytes(var buffers) -> {
                    buffers.stream().filter(ByteBuffer::hasRemaining).forEach(arrived::add);
                    Objects.requireNonNull(body).consume();
                }
                case Part.End(var failure) -> {
                    ended = true;
                    if (failure.isPresent()) {
                        throw new IOException("the connection broke off", failure.get());
                    }
                }
            }
        }
        return !arrived.isEmpty();
    }

    private Part next() throws IOException {
        try {
            var next = parts.poll(silence.toNanos(), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new SocketTimeoutException("nothing came for " + silence.toSeconds() + " s");
            }
            return next;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(interrupted);
        }
    }
}
