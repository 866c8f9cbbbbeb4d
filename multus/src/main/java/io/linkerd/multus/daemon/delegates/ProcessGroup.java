// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * Ends a process with all that it has started. The class library ends one process at a time, and does not find those whose parent has ended;
 * the kernel ends a group as one. The call costs memory from its first use on, and nothing before.
 */
final class ProcessGroup {
    private static final int SIGKILL = 9;

    private ProcessGroup() {}

    /** Kills the group that a process leads, whether it still runs or not, and its descendants where it leads none. */
    static void kill(ProcessHandle leader) {
        var family = leader.descendants().toList();
        // Fails where it leads no group, and where all of the group has ended.
        var _ = Calls.kill((int) -leader.pid(), SIGKILL);
        leader.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
    }

    /** Loaded with the first kill. */
    private static final class Calls {
        private static final MethodHandle KILL = handle();

        static int kill(int process, int signal) {
            try {
                return (int) KILL.invokeExact(process, signal);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("a call of libc ended in an exception", e);
            }
        }

        @SuppressWarnings("restricted") // the signature is that of kill(2), which takes no memory
        private static MethodHandle handle() {
            var linker = Linker.nativeLinker();
            var address = linker.defaultLookup().findOrThrow("kill");
            return linker.downcallHandle(address, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        }
    }
}
