// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds a cluster's Go programs while Maven is busy with the services. It is run from its source, since it starts before anything is
 * compiled or downloaded: what it reaches has no dependencies.
 */
final class BuildAhead {
    /** Who started it has ended, however that was: nobody waits any more. */
    private static final int ORPHANED = 1;

    private BuildAhead() {}

    /**
     * Builds what is missing, and says nothing: whoever needs the programs next waits for this, or meets the same error and tells it.
     *
     * @param arguments the folder of the project's root; then folders of more modules, each of them one program
     */
    public static void main(String... arguments) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(BuildAhead::endCompilers, "end-compilers"));
        ProcessHandle.current().parent().ifPresent(BuildAhead::endWith);
        try {
            var go = GoTools.of(Cache.of(System.getenv()), Progress.silent());
            go.cluster(Path.of(arguments[0]));
            for (var more : List.of(arguments).subList(1, arguments.length)) {
                go.folder(GoModule.program(Path.of(more), more));
            }
        } catch (IOException _) {
            // told by whoever needs the programs next
        }
    }

    private static void endWith(ProcessHandle build) {
        Thread.ofVirtual().name("end-with-build").start(() -> {
            build.onExit().join();
            System.exit(ORPHANED);
        });
    }

    private static void endCompilers() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
    }
}
