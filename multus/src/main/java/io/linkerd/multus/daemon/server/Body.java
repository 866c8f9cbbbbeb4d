// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** The body of a request as it arrives, copied: many small chunks would each keep the buffer that they came in. */
final class Body {
    private final int longest;
    private final Connections connections;
    private ByteArrayOutputStream content = new ByteArrayOutputStream(0);
    private long held;

    Body(int longest, Connections connections) {
        this.longest = longest;
        this.connections = connections;
    }

    /** Takes what has come, or says why not. */
    Optional<Refusal> add(ByteBuf bytes) {
        int more = bytes.readableBytes();
        if (held + more > longest) {
            return Optional.of(Refusal.LONG_BODY);
        }
        if (!connections.hold(more)) {
            return Optional.of(Refusal.MEMORY);
        }
        held += more;
        content.writeBytes(copy(bytes));
        return Optional.empty();
    }

    /** {@return the whole of it, once} It is counted until it is {@linkplain #release released}. */
    byte[] take() {
        var taken = content.toByteArray();
        content = new ByteArrayOutputStream(0);
        return taken;
    }

    /** It is not needed any more. */
    void release() {
        connections.giveBack(held);
        held = 0;
        content = new ByteArrayOutputStream(0);
    }

    private static byte[] copy(ByteBuf bytes) {
        var copy = new byte[bytes.readableBytes()];
        bytes.readBytes(copy);
        return copy;
    }
}
