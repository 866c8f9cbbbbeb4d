// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.time.Duration;

/**
 * Ends a process with all that it has started. The class library ends one process at a time, and does not find those whose parent has ended;
 * the kernel ends a group as one. The call costs memory from its first use on, and nothing before.
 */
final class ProcessGroup {
    private static final int SIGKILL = 9;

    private ProcessGroup() {}

    /**
     * Kills the group that a process leads that still runs, and its descendants where it leads none. One that has ended is reaped at once, and its
     * number may be another process's then: nothing is killed by it.
     */
    static void kill(Process leader) {
        var family = leader.descendants().toList();
        // Its handle would not do: it knows a process by number and hundredth of a second.
        if (leader.isAlive()) {
            // Fails where it leads no group.
            var _ = Calls.kill((int) -leader.pid(), SIGKILL);
            leader.destroyForcibly();
            family.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** Kills what a process has left behind in its group that was seen to have ended so long ago, where it is certain that it is its group. */
    static void killLeftBehind(long leader, Duration sinceEnd) {
        // As long as one of the group is there, the kernel gives its number to no process. Ages are told in hundredths
        // of a second.
        if (ProcessHandle.of(leader).isEmpty() && GroupMembers.anyOlder(leader, sinceEnd)) {
            var _ = Calls.kill((int) -leader, SIGKILL);
        }
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
