// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What our dependencies name is older, with published weaknesses: no module of a release has one of them. */
class PinnedVersionsIT {
    /** Where a jar lies in Maven's repository: group, artifact, version. */
    private static final Pattern JAR = Pattern.compile(
            ".*/(%s)/([^/]+)/([^/]+)/[^/]+\\.jar"
                    .formatted(
                            "io/netty|com/fasterxml/jackson/[a-z0-9]+|tools/jackson/[a-z0-9]+|ch/qos/logback|org/apache/commons(?=/commons-lang3/)"));

    /** Our own are in folders named target. */
    private static final Pattern LIBRARY = Pattern.compile("(.*)/(?!target/)([^/]+)/[^/]+\\.jar");

    private final String pom = Files.readString(Path.of("..", "pom.xml"));
    private final Project project = new Project(Path.of("..").toRealPath(), System.getProperty("project.version"));

    PinnedVersionsIT() throws IOException {}

    private String property(String name) {
        var found = Pattern.compile("<" + Pattern.quote(name) + ">(.+)</").matcher(pom);
        assertThat(found.find()).as("pom.xml has the property " + name).isTrue();
        return found.group(1);
    }

    private String pinned(String group, String artifact) {
        if (artifact.equals("jackson-annotations")) { // its versions have two numbers
            return property("jackson.version").replaceFirst("\\.\\d+$", "");
        }
        return switch (group.split("/", 2)[0]) {
            case "io" -> property(artifact.startsWith("netty-tcnative") ? "netty-tcnative.version" : "netty.version");
            case "com" -> property("jackson.version");
            case "tools" -> throw new AssertionError("a second Jackson: " + artifact);
            case "ch" -> property("logback.version");
            case "org" -> property("commons-lang3.version");
            default -> throw new AssertionError(group);
        };
    }

    private List<String> jars(Service service) throws IOException {
        return List.of(
                Files.readString(project.runtimeClassPath(service)).strip().split(File.pathSeparator, -1));
    }

    @Test
    void whatIsReleasedHasTheVersionsThatThePomPins() throws IOException {
        var other = new ArrayList<String>();
        var groups = new TreeSet<String>();
        for (var service : Service.values()) {
            for (var jar : jars(service)) {
                var found = JAR.matcher(jar);
                if (found.matches()) {
                    groups.add(found.group(1).split("/", 2)[0]);
                    if (!found.group(3).equals(pinned(found.group(1), found.group(2)))) {
                        other.add(service + ": " + found.group(2) + " " + found.group(3));
                    }
                }
            }
        }

        assertThat(other).isEmpty();
        assertThat(groups).containsExactly("ch", "com", "io", "org");
    }

    @Test
    void aLibraryHasOneVersionInAllThatIsReleased() throws IOException {
        var versions = new TreeMap<String, TreeSet<String>>();
        for (var service : Service.values()) {
            for (var jar : jars(service)) {
                var found = LIBRARY.matcher(jar);
                if (found.matches()) {
                    versions.computeIfAbsent(found.group(1), _ -> new TreeSet<>())
                            .add(found.group(2));
                }
            }
        }

        assertThat(versions.entrySet())
                .isNotEmpty()
                .allMatch(library -> library.getValue().size() == 1);
    }
}
