// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether a file is a program that this node's kernel could start, and whole.
 *
 * <p>For ELF every segment named in the program headers has to lie within the file, which finds a copy that was cut off; a script has to begin
 * with {@code #!}. What it is for is compared with two witnesses: this process, which an emulator may run, and the programs that the node has
 * already. Only where neither is of its kind is it refused; programs of the node speak only where none of them is for what this process is for,
 * since one that is for another machine may have been left by an image for several.
 */
public final class ProgramImage {
    private static final int HEADER = Architecture.HEADER;
    private static final int SCRIPT_MAGIC = 0x2321;

    /** Far more than a linker makes: no more than this is read of a table. */
    private static final int MOST_SEGMENTS = 1024;

    /** As elf(5) has them: {@code Elf64_Phdr} and {@code Elf32_Phdr}; the kernel starts no program with entries of another size. */
    private static final int WIDE_ENTRY = 56;

    private static final int NARROW_ENTRY = 32;

    /** A folder of plugins has a few dozen. */
    private static final int MOST_WITNESSES = 256;

    /** What this product puts on nodes, under emulation as well, and what it left half-written there: it says nothing of the node. */
    private static final Pattern OURS = Pattern.compile("multus-.*|linkerd-cni|\\.linkerd-multus-.*");

    private ProgramImage() {}

    /** What speaks against a file as a program for this node; the reason follows its path in a sentence. */
    public sealed interface Problem {
        /** {@return why} */
        String reason();

        /** It is none, or part of one, and may be being written. */
        record NotWhole(String reason) implements Problem {}

        /** It is one, for other nodes. */
        record Foreign(Architecture program, Architecture node) implements Problem {
            @Override
            public String reason() {
                return "is a program for " + program + ", and this node runs programs for " + node
                        + "; use an image that was built for the node's architecture, or for several";
            }
        }

        /** It is one for another architecture than this process, and the node may run both. */
        record Unsure(Architecture program, Architecture process) implements Problem {
            @Override
            public String reason() {
                return "is a program for " + program + ", and the node runs this process, which is one for " + process
                        + "; whether it runs both, its kernel will tell";
            }
        }
    }

    /** {@return whether it is a whole program, for whatever node} */
    public static boolean isWhole(Path file) throws IOException {
        return !(look(file) instanceof Look.Not);
    }

    /**
     * {@return what speaks against it as one for this node; empty where nothing does}
     *
     * @param programs the folder in which the node has programs of its kind, for the second witness
     */
    public static Optional<Problem> problem(Path file, Path programs) throws IOException {
        return switch (look(file)) {
            case Look.Not(var reason) -> Optional.of(new Problem.NotWhole(reason));
            case Look.Script _ -> Optional.empty();
            case Look.Program(var program) ->
                Architecture.ofThisProcess()
                        .filter(process -> !process.equals(program))
                        .map(process -> problem(program, process, file, programs));
        };
    }

    /**
     * {@return why a program is one for other nodes; empty where it is not, or is none} The reason follows the file's path in a sentence.
     *
     * @param programs the folder in which the node has programs of its kind
     */
    public static Optional<String> whyForeign(Path file, Path programs) throws IOException {
        return problem(file, programs).filter(Problem.Foreign.class::isInstance).map(Problem::reason);
    }

    private sealed interface Look {
        record Not(String reason) implements Look {}

        record Script() implements Look {}

        record Program(Architecture architecture) implements Look {}
    }

    private static Look look(Path file) throws IOException {
        try (var channel = RegularFile.open(file)) {
            var header = read(channel, 0, HEADER);
            if (header.remaining() == 0) {
                return new Look.Not("is empty");
            }
            if (header.remaining() >= Short.BYTES && header.getShort(0) == SCRIPT_MAGIC) {
                return new Look.Script();
            }
            var program = Architecture.of(header);
            if (program.isEmpty()) {
                return new Look.Not("is neither an ELF image nor a script");
            }
            return isWhole(channel, header, program.get())
                    ? new Look.Program(program.get())
                    : new Look.Not("is cut off");
        }
    }

    private static Problem problem(Architecture program, Architecture process, Path file, Path programs) {
        return program.isKinOf(process) || areFor(program, process, programs, file.getFileName())
                ? new Problem.Unsure(program, process)
                : new Problem.Foreign(program, process);
    }

    /** Whether more of the node's programs are of that kind than are for what this process is for: strays of either kind may lie there. */
    private static boolean areFor(Architecture program, Architecture process, Path programs, Path name) {
        var witnesses = witnesses(programs, name);
        return witnesses.stream().filter(program::isKinOf).count()
                > witnesses.stream().filter(process::equals).count();
    }

    /** One of the same name is none: it may be an earlier copy. */
    private static List<Architecture> witnesses(Path programs, Path name) {
        try (var files = Files.list(programs)) {
            return files.filter(file -> !file.getFileName().equals(name))
                    .filter(file -> !OURS.matcher(file.getFileName().toString()).matches())
                    .limit(MOST_WITNESSES)
                    .flatMap(file -> architecture(file).stream())
                    .toList();
        } catch (IOException | UncheckedIOException _) {
            return List.of();
        }
    }

    private static Optional<Architecture> architecture(Path file) {
        try (var channel = RegularFile.open(file)) {
            return Architecture.of(read(channel, 0, HEADER));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static boolean isWhole(SeekableByteChannel channel, ByteBuffer header, Architecture program)
            throws IOException {
        boolean wide = program.isWide();
        header.order(program.order());
        long table = wide ? header.getLong(32) : Integer.toUnsignedLong(header.getInt(28));
        int size = Short.toUnsignedInt(header.getShort(wide ? 54 : 42));
        int count = Short.toUnsignedInt(header.getShort(wide ? 56 : 44));
        if (count == 0 || count > MOST_SEGMENTS || size != (wide ? WIDE_ENTRY : NARROW_ENTRY)) {
            return false;
        }
        int length = size * count;
        if (!isWithin(table, length, channel.size())) { // before so much memory is asked for
            return false;
        }
        var headers = read(channel, table, length).order(header.order());
        if (headers.remaining() < length) {
            return false;
        }
        for (int at = 0; at < length; at += size) {
            long offset = wide ? headers.getLong(at + 8) : Integer.toUnsignedLong(headers.getInt(at + 4));
            long filled = wide ? headers.getLong(at + 32) : Integer.toUnsignedLong(headers.getInt(at + 16));
            if (!isWithin(offset, filled, channel.size())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWithin(long offset, long length, long whole) {
        return offset >= 0 && length >= 0 && offset <= whole - length;
    }

    private static ByteBuffer read(SeekableByteChannel channel, long position, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        channel.position(position);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // until it is full or the file ends
        }
        return bytes.flip();
    }
}
