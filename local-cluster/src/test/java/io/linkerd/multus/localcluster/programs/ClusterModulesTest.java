// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ClusterModulesTest {
    private static final Pattern REQUIRED =
            Pattern.compile("(?m)^(?:require )?\\s*(\\S+\\.\\S+) (v\\S+)(?: // indirect)?$");

    /** CoreDNS' own; the API server's are Kubernetes'. */
    private static final Set<String> APART =
            Set.of("google.golang.org/grpc", "google.golang.org/genproto/googleapis/rpc");

    /** Else all that is above such a module is compiled once more, which was minutes of the first build. */
    @Test
    void whatTheProgramsOfAClusterShareIsRequiredInOneVersion() throws IOException {
        var versions = new TreeMap<String, Set<String>>();
        for (var module : ClusterModules.of(Path.of("..")).all()) {
            required(module)
                    .forEach((name, version) ->
                            versions.computeIfAbsent(name, _ -> new TreeSet<>()).add(version));
        }
        versions.keySet().removeAll(APART);

        assertThat(versions).hasSizeGreaterThan(200);
        assertThat(versions.entrySet())
                .allSatisfy(
                        entry -> assertThat(entry.getValue()).as(entry.getKey()).hasSize(1));
    }

    private static Map<String, String> required(GoModule module) throws IOException {
        return REQUIRED.matcher(Files.readString(module.folder().resolve("go.mod")))
                .results()
                .collect(Collectors.toMap(found -> found.group(1), (MatchResult found) -> found.group(2)));
    }
}
