// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds the processes of a pod by their control group, which the kubelet names after the pod's uid. */
public final class PodProcesses {
    private PodProcesses() {}

    /**
     * Returns the ids of a pod's processes on this machine, its sandbox's among them; none where it has none.
     *
     * @param uid {@code metadata.uid} of the pod, which no pod of another cluster has
     */
    public static List<Long> of(String uid) throws IOException {
        var group = "/pod" + uid + "/";
        var found = new ArrayList<Long>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                if (read(process.resolve("cgroup")).contains(group)) {
                    found.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        }
        return found;
    }

    /** Returns those of a pod's processes whose command line has a word, as the name of a program. */
    public static List<Long> of(String uid, String word) throws IOException {
        var found = new ArrayList<Long>();
        for (var process : of(uid)) {
            if (read(Path.of("/proc", process.toString(), "cmdline")).contains(word)) {
                found.add(process);
            }
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException _) {
            return ""; // the process has ended, or is just ending
        }
    }
}
