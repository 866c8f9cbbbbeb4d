// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The machine's own programs that something needs, and how a Debian gets those that are missing. */
public final class DebianPackages {
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    /** In seconds: another program may be installing packages of its own. */
    private static final String PATIENT = "-oDPkg::Lock::Timeout=300";

    private final Map<String, String> packages;
    private final Progress progress;
    private final List<Path> folders;

    /**
     * Looks for commands on {@code path} and where root's commands are.
     *
     * @param packages the package of each command
     */
    public DebianPackages(String path, Map<String, String> packages, Progress progress) {
        this.packages = packages;
        this.progress = progress;
        this.folders = Stream.concat(
                        Arrays.stream(path.split(":")),
                        Stream.of("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/bin", "/bin"))
                .filter(folder -> !folder.isEmpty())
                .distinct()
                .map(Path::of)
                .toList();
    }

    /** {@return those of a cluster} */
    static Map<String, String> ofCluster() {
        var packages = new LinkedHashMap<String, String>();
        packages.put("containerd", "containerd");
        packages.put("containerd-shim-runc-v2", "containerd");
        packages.put("ctr", "containerd");
        packages.put("runc", "runc");
        packages.put("iptables", "iptables");
        packages.put("iptables-save", "iptables");
        packages.put("nft", "nftables");
        packages.put("ip", "iproute2");
        packages.put("nsenter", "util-linux");
        packages.put("mount", "mount");
        packages.put("conntrack", "conntrack");
        return packages;
    }

    /** Installs what is missing, and removes nothing for it. */
    public void install() throws IOException, InterruptedException {
        var missing = missing();
        if (missing.isEmpty()) {
            return;
        }
        var wanted = missing.stream().map(packages::get).distinct().toList();
        var command = new ArrayList<>(List.of("apt-get", "install", "--yes", "--no-remove", "--no-install-recommends"));
        command.addAll(wanted);
        if (!canInstall()) {
            throw new IOException("the commands " + String.join(", ", missing)
                    + " are missing; a Debian gets them, as root, by: " + String.join(" ", command));
        }
        progress.step("install the Debian packages " + String.join(", ", wanted), () -> install(command));
    }

    /** Returns the commands that are not there. */
    List<String> missing() {
        return packages.keySet().stream()
                .filter(command -> folders.stream().noneMatch(folder -> Files.isExecutable(folder.resolve(command))))
                .toList();
    }

    private boolean canInstall() {
        return "root".equals(System.getProperty("user.name"))
                && folders.stream().anyMatch(folder -> Files.isExecutable(folder.resolve("apt-get")));
    }

    /** The lists may be missing or old; they are fetched only then. */
    private static Programs.Outcome install(List<String> command) throws IOException, InterruptedException {
        var programs = new Programs(Map.of("DEBIAN_FRONTEND", "noninteractive", "LC_ALL", "C"));
        var patient = new ArrayList<>(command);
        patient.add(1, PATIENT);
        var outcome = programs.run(DEADLINE, "", patient);
        if (!outcome.succeeded()) {
            programs.output(DEADLINE, List.of("apt-get", PATIENT, "update"));
            programs.output(DEADLINE, patient);
        }
        return outcome;
    }
}
