// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.linkerd.multus.localcluster.programs.Toolbox;
import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.SupervisorState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.TreeMap;

/** What is written down of a cluster that is ready, so that it is found again: for this program, and for the script. */
final class ClusterRecord {
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private ClusterRecord() {}

    static Optional<LocalClusterSettings> read(ClusterFolder folder) throws IOException {
        return Files.exists(folder.ready())
                ? Optional.of(JSON.readValue(folder.ready().toFile(), LocalClusterSettings.class))
                : Optional.empty();
    }

    static void write(ClusterFolder folder, LocalClusterSettings settings, SupervisorState state, Toolbox toolbox)
            throws IOException {
        var lines = new StringBuilder()
                .append("tools='" + toolbox.programs() + "'\n")
                .append("profile=" + settings.profile().word() + "\n")
                .append("api=" + state.listen() + "\n")
                .append("nodes='" + String.join(" ", new TreeMap<>(state.nodes()).keySet()) + "'\n");
        state.nodes().forEach((name, process) -> lines.append(name + "=" + process + "\n"));
        replace(folder.shell(), lines.toString());
        replace(folder.ready(), JSON.writeValueAsString(settings));
    }

    private static void replace(Path file, String content) throws IOException {
        var temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(temporary, content);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
