// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Has what is read from a connection read into the heap. A transport prefers memory beside it, which without a pool is given back by the garbage
 * collector: 1,000 clients that ended at once left 33 MiB.
 */
final class HeapReads implements RecvByteBufAllocator {
    /** A request of containerd or CRI-O, as a rule. */
    private static final int SIZE = 8 << 10;

    private final RecvByteBufAllocator sizes = new FixedRecvByteBufAllocator(SIZE);

    @Override
    @SuppressWarnings("deprecation") // of its interface, whose successor every implementation has to be
    public Handle newHandle() {
        return new DelegatingHandle(sizes.newHandle()) {
            @Override
            public ByteBuf allocate(ByteBufAllocator buffers) {
                return buffers.heapBuffer(SIZE);
            }
        };
    }
}
