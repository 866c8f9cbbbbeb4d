// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file without a name, in memory: the kernel drops it when the last process has closed it, however that ends. */
record MemoryFile(int descriptor) implements AutoCloseable {
    private static final String NAME = "plugin-input";

    /** Closed in a process that begins to run another program. */
    private static final int MFD_CLOEXEC = 1;

    /** {@return a file of these bytes} */
    static MemoryFile of(byte[] content) throws IOException {
        var file = new MemoryFile(Calls.create());
        if (file.descriptor < 0) {
            throw new IOException("memfd_create failed");
        }
        try {
            Files.write(file.path(), content);
            return file;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** {@return the path by which this process opens it, from its beginning} */
    Path path() {
        return Path.of("/proc/self/fd", Integer.toString(descriptor));
    }

    @Override
    public void close() {
        Calls.close(descriptor);
    }

    /** Loaded with the first long input. */
    private static final class Calls {
        private static final MethodHandle CREATE =
                handle("memfd_create", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
        private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

        static int create() {
            try (var arena = Arena.ofConfined()) {
                MemorySegment name = arena.allocateFrom(NAME);
                return (int) CREATE.invokeExact(name, MFD_CLOEXEC);
            } catch (Throwable e) {
                throw failure(e);
            }
        }

        static void close(int descriptor) {
            try {
                var _ = (int) CLOSE.invokeExact(descriptor);
            } catch (Throwable e) {
                throw failure(e);
            }
        }

        private static IllegalStateException failure(Throwable cause) {
            return new IllegalStateException("a call of libc ended in an exception", cause);
        }

        @SuppressWarnings("restricted") // the signatures are those of memfd_create(2) and close(2); the name is copied
        private static MethodHandle handle(String name, FunctionDescriptor signature) {
            var linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature);
        }
    }
}
