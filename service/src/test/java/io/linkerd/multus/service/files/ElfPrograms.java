// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Programs for tests: whole as far as can be seen, and for whatever architecture. */
public final class ElfPrograms {
    private static final int PROGRAM_HEADER = 56;
    private static final int NARROW_PROGRAM_HEADER = 32;
    private static final int MACHINE = 18;

    private ElfPrograms() {}

    /** {@return a program of one segment, which names no interpreter, as a linker makes it that links statically} */
    public static byte[] statically(Architecture architecture) {
        return architecture.isWide() ? wide(architecture) : narrow(architecture);
    }

    private static byte[] narrow(Architecture architecture) {
        int header = 52;
        int size = header + NARROW_PROGRAM_HEADER;
        return image(architecture, size)
                .putInt(28, header)
                .putShort(42, (short) NARROW_PROGRAM_HEADER)
                .putShort(44, (short) 1)
                .putInt(header, 1)
                .putInt(header + 16, size)
                .array();
    }

    private static byte[] wide(Architecture architecture) {
        int size = Architecture.HEADER + PROGRAM_HEADER;
        return image(architecture, size)
                .putLong(32, Architecture.HEADER)
                .putShort(54, (short) PROGRAM_HEADER)
                .putShort(56, (short) 1)
                .putInt(Architecture.HEADER, 1)
                .putLong(Architecture.HEADER + 32, size)
                .array();
    }

    /** With what both classes have at the same places. */
    private static ByteBuffer image(Architecture architecture, int size) {
        return ByteBuffer.allocate(size)
                .putInt(0, 0x7f454c46)
                .put(4, (byte) architecture.wideness())
                .put(5, (byte) architecture.data())
                .put(6, (byte) 1)
                .order(architecture.order())
                .putShort(16, (short) 2)
                .putShort(MACHINE, (short) architecture.machine());
    }

    /** {@return one of this machine's programs, which its loader links} */
    public static byte[] dynamically() throws IOException {
        return Files.readAllBytes(Path.of("/bin/true").toRealPath());
    }

    /** {@return a head of 64 bytes that speaks of so many program headers of that size, and of nothing after them} */
    static byte[] head(int size, int count) {
        var head = Arrays.copyOf(statically(own()), Architecture.HEADER);
        ByteBuffer.wrap(head).order(own().order()).putShort(54, (short) size).putShort(56, (short) count);
        return head;
    }

    /** {@return the older instruction set that this machine's kernel may run, too, with addresses of 32 bits} */
    public static Architecture older() {
        var own = own();
        return new Architecture(1, own.data(), own.machine() == 183 ? 40 : 3);
    }

    /** {@return this machine's architecture} */
    public static Architecture own() {
        return Architecture.ofThisProcess().orElseThrow();
    }

    /** {@return an architecture that this machine has not, of the same class} */
    public static Architecture foreign() {
        var own = own();
        return new Architecture(own.wideness(), own.data(), own.machine() == 243 ? 183 : 243);
    }

    /** {@return the same program for another instruction set} */
    public static byte[] forAnotherMachine(byte[] program) {
        var copy = program.clone();
        ByteBuffer.wrap(copy).order(own().order()).putShort(MACHINE, (short)
                foreign().machine());
        return copy;
    }
}
