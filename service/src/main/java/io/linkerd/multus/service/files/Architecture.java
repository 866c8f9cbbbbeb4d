// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a program's machine code is for, as the header of an ELF image says it (elf(5): {@code EI_CLASS}, {@code EI_DATA}, {@code e_machine}). How
 * the program was linked plays no part in it.
 *
 * @param wideness the class: 1 for addresses of 32 bits, 2 for 64
 * @param data the order of bytes: 1 for the lowest first, 2 for the highest
 * @param machine the instruction set
 */
public record Architecture(int wideness, int data, int machine) {
    /** The header of the wider class; that of the other has 52 bytes, and no program is shorter than this. */
    static final int HEADER = 64;

    private static final int MAGIC = 0x7f454c46;
    private static final int WIDE = 2;
    private static final int LOWEST_FIRST = 1;

    /** As Linux and Go name them ({@code EM_*} of elf.h). */
    private static final Map<Integer, String> NAMES = Map.of(
            3, "386", 21, "ppc64", 22, "s390x", 40, "arm", 62, "amd64", 183, "arm64", 243, "riscv", 258, "loongarch");

    /** Instruction sets of which a kernel's processor may know the older, narrower one as well: 386 on amd64, arm on arm64, ppc on ppc64. */
    private static final Map<Integer, Integer> WIDER = Map.of(3, 62, 40, 183, 20, 21);

    private static final Path THIS_PROCESS = Path.of("/proc/self/exe");

    /** Once: a process does not become another. */
    private static final class Own {
        static final Optional<Architecture> ARCHITECTURE = read();

        private static Optional<Architecture> read() {
            try (var in = Files.newInputStream(THIS_PROCESS)) {
                return of(ByteBuffer.wrap(in.readNBytes(HEADER)));
            } catch (IOException _) {
                return Optional.empty(); // without /proc; then the kernel is left to tell
            }
        }
    }

    /** {@return that of the node that this process runs on; empty where it cannot be told} */
    public static Optional<Architecture> ofThisProcess() {
        return Own.ARCHITECTURE;
    }

    /** {@return that of an image that begins like this; empty where it is none} */
    static Optional<Architecture> of(ByteBuffer start) {
        if (start.remaining() < HEADER || start.getInt(0) != MAGIC) {
            return Optional.empty();
        }
        var bare = new Architecture(start.get(4), start.get(5), 0);
        return Optional.of(new Architecture(
                bare.wideness,
                bare.data,
                Short.toUnsignedInt(start.duplicate().order(bare.order()).getShort(18))));
    }

    /**
     * {@return whether a kernel that runs programs of the one may run those of the other, too} Whether it does, its build and the processor say:
     * amd64 runs 386 where it was not left out, arm64 runs arm on most processors.
     */
    boolean isKinOf(Architecture other) {
        return data == other.data && family() == other.family();
    }

    private int family() {
        return WIDER.getOrDefault(machine, machine);
    }

    boolean isWide() {
        return wideness == WIDE;
    }

    ByteOrder order() {
        return data == LOWEST_FIRST ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    @Override
    public String toString() {
        return NAMES.getOrDefault(machine, "machine " + machine) + " (" + (isWide() ? 64 : 32) + " bits, "
                + (data == LOWEST_FIRST ? "little" : "big") + " endian)";
    }
}
