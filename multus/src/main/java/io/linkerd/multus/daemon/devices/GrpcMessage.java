// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/** The one message of an answer of gRPC, as it arrives. */
final class GrpcMessage extends InputStream {
    /** A byte that says whether it is compressed, and four for its length. */
    static final int PREFIX = 5;

    /** What kubelet's own client takes. */
    private static final int LONGEST = 16 << 20;

    private final Http2Call call;
    private int left;

    /** Reads the message's prefix; of an answer without one nothing is left. */
    GrpcMessage(Http2Call call) throws IOException {
        this.call = call;
        var prefix = new byte[PREFIX];
        int read = 0;
        for (int more = 0; more >= 0 && read < PREFIX; read += Math.max(0, more)) {
            more = call.read(prefix, read, PREFIX - read);
        }
        this.left = read == 0 ? 0 : left(read, ByteBuffer.wrap(prefix));
    }

    private static int left(int read, ByteBuffer prefix) throws IOException {
        int length = prefix.getInt(1);
        if (read < PREFIX || prefix.get() != 0) {
            throw new ProtocolException("it does not answer as gRPC does");
        }
        if (length < 0 || length > LONGEST) {
            throw new ProtocolException("its answer has " + Integer.toUnsignedString(length) + " bytes, and more than "
                    + LONGEST + " are not read");
        }
        return length;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int read = call.read(into, offset, Math.min(length, left));
        if (read < 0) {
            throw new ProtocolException(
                    "its answer ends early: " + GrpcStatus.of(call.trailers()).inWords());
        }
        left -= read;
        return read;
    }

    /** {@return how the call has ended} To be asked once the message was read. */
    GrpcStatus end() throws IOException {
        if (left > 0 || call.read(new byte[1], 0, 1) >= 0) {
            throw new ProtocolException("its answer goes on after its end");
        }
        return GrpcStatus.of(call.trailers());
    }
}
