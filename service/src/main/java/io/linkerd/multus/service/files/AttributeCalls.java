// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The calls of {@code xattr(7)}; the class library has those for the namespace {@code user} alone. None follows a link. They cost memory
 * from the first use on, and nothing before.
 */
final class AttributeCalls {
    /** XATTR_SIZE_MAX and XATTR_LIST_MAX of the kernel's {@code linux/limits.h}. */
    private static final int LARGEST = 64 * 1024;

    /** As on all architectures that share {@code asm-generic/errno.h}, amd64 and arm64 among them. */
    private static final int ENODATA = 61;

    private static final int ENOTSUP = 95;

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));
    private static final MethodHandle LIST =
            handle("llistxattr", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG));
    private static final MethodHandle GET =
            handle("lgetxattr", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
    private static final MethodHandle SET =
            handle("lsetxattr", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle REMOVE =
            handle("lremovexattr", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));

    private AttributeCalls() {}

    /** {@return the attributes of a file that this process may see; none on a file system that has no such thing} */
    static List<String> names(Path file) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom(file.toString());
            var names = arena.allocate(LARGEST);
            long length = ask(arena, state -> (long) LIST.invokeExact(state, path, names, (long) LARGEST));
            if (length < 0 && length != -ENOTSUP) {
                throw refused(file, "its extended attributes cannot be listed", length);
            }
            var all = new String(bytes(names, Math.max(0, length)), StandardCharsets.UTF_8);
            return Stream.of(all.split("\0")).filter(name -> !name.isEmpty()).toList();
        }
    }

    /** {@return what an attribute holds; empty where there is none of that name} */
    static Optional<byte[]> value(Path file, String name) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom(file.toString());
            var called = arena.allocateFrom(name);
            var value = arena.allocate(LARGEST);
            long length = ask(arena, state -> (long) GET.invokeExact(state, path, called, value, (long) LARGEST));
            if (length == -ENODATA) {
                return Optional.empty();
            }
            if (length < 0) {
                throw refused(file, "its extended attribute " + name + " cannot be read", length);
            }
            return Optional.of(bytes(value, length));
        }
    }

    /** Gives an attribute a value, whether or not it has one. */
    static void set(Path file, String name, byte[] value) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom(file.toString());
            var called = arena.allocateFrom(name);
            var bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, value);
            long length = value.length;
            require(ask(arena, state -> (int) SET.invokeExact(state, path, called, bytes, length, 0)), file, name);
        }
    }

    /** Takes an attribute away that there is. */
    static void remove(Path file, String name) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom(file.toString());
            var called = arena.allocateFrom(name);
            require(ask(arena, state -> (int) REMOVE.invokeExact(state, path, called)), file, name);
        }
    }

    private static void require(long answer, Path file, String name) throws IOException {
        if (answer < 0) {
            throw refused(file, "its extended attribute " + name + " cannot be set", answer);
        }
    }

    @FunctionalInterface
    private interface Call {
        long make(MemorySegment state) throws Throwable;
    }

    /** {@return the answer, or the error below zero, as the kernel itself has it} */
    private static long ask(Arena arena, Call call) {
        var state = arena.allocate(STATE);
        try {
            long answer = call.make(state);
            return answer < 0 ? -(int) ERRNO.get(state, 0L) : answer;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a call of libc ended in an exception", e);
        }
    }

    private static IOException refused(Path file, String what, long error) {
        return new FileSystemException(file.toString(), null, what + ": " + inWords((int) -error));
    }

    private static String inWords(int errno) {
        return switch (errno) {
            case 1 -> "Operation not permitted";
            case 2 -> "No such file";
            case 5 -> "Input/output error";
            case 13 -> "Permission denied";
            case 22 -> "Invalid argument";
            case 28 -> "No space left on device";
            case 30 -> "Read-only file system";
            case 34 -> "Too large";
            case ENOTSUP -> "Operation not supported";
            case 122 -> "Disk quota exceeded";
            default -> "errno " + errno;
        };
    }

    private static byte[] bytes(MemorySegment memory, long length) {
        return memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    }

    @SuppressWarnings("restricted") // the signatures are those of xattr(7), and the buffers as long as they say
    private static MethodHandle handle(String function, FunctionDescriptor signature) {
        var linker = Linker.nativeLinker();
        var address = linker.defaultLookup().findOrThrow(function);
        return linker.downcallHandle(address, signature, Linker.Option.captureCallState("errno"));
    }
}
