// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.cli.output.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The versions of this program and of what runs in the cluster.
 *
 * @param release workloads of every release; empty where the cluster was not asked
 */
record Versions(String client, Optional<Sight<List<WorkloadView>>> release) {
    private static final String UNKNOWN = "unknown";

    /** {@return a line for this program and one for each release} */
    String text() {
        var lines = new ArrayList<String>();
        lines.add("Client version: " + client);
        releases()
                .forEach((name, parts) ->
                        lines.add("Release version: " + String.join(", ", versions(parts)) + " (" + name + ")"));
        if (release.isPresent() && releases().isEmpty()) {
            lines.add("Release version: " + notSeen());
        }
        return String.join("\n", lines) + "\n";
    }

    /** {@return versions alone, each in a line, this program's first} */
    String brief() {
        var lines = new ArrayList<String>();
        lines.add(client);
        lines.addAll(versions(parts()));
        if (release.isPresent() && parts().isEmpty()) {
            lines.add("unavailable");
        }
        return String.join("\n", lines) + "\n";
    }

    /** {@return it for programs: {@code releases} is left out where the cluster was not asked, or did not say} */
    Json json() {
        var all = Json.Members.none().with("client", client);
        if (release.isEmpty()) {
            return all;
        }
        var why = release.flatMap(Sight::whyNot);
        return why.isPresent()
                ? all.with("error", why.get())
                : all.with(
                        "releases",
                        new Json.Items(releases().entrySet().stream()
                                .map(entry -> release(entry.getKey(), entry.getValue()))
                                .toList()));
    }

    /** {@return what a person has to know of a release that is not of this program's version} */
    Optional<String> difference() {
        var others = versions(parts()).stream()
                .filter(version -> !version.equals(client) && !version.equals(UNKNOWN))
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "this program is " + client + ", and what runs in the cluster is " + String.join(", ", others)
                                + ": it works all the same, but may judge by rules that the release does not have; "
                                + "the program of the release's version has them");
    }

    private String notSeen() {
        return release.flatMap(Sight::whyNot)
                .map(why -> UNKNOWN + ", " + why)
                .orElse("none: no workload of linkerd-multus is in this cluster");
    }

    private List<WorkloadView> parts() {
        return release.flatMap(Sight::seen).orElse(List.of());
    }

    /** By namespace and name of the release. */
    private Map<String, List<WorkloadView>> releases() {
        var releases = new LinkedHashMap<String, List<WorkloadView>>();
        parts().forEach(part -> releases.computeIfAbsent(
                        part.namespace() + "/" + part.release(), _ -> new ArrayList<>())
                .add(part));
        return releases;
    }

    private static List<String> versions(List<WorkloadView> parts) {
        return parts.stream().map(Versions::version).distinct().sorted().toList();
    }

    private static String version(WorkloadView part) {
        return part.version().isEmpty() ? UNKNOWN : part.version();
    }

    private static Json release(String name, List<WorkloadView> parts) {
        return Json.Members.none()
                .with("release", name)
                .with("versions", Json.Items.ofTexts(versions(parts)))
                .with("parts", new Json.Items(parts.stream().map(Versions::part).toList()));
    }

    private static Json part(WorkloadView part) {
        return Json.Members.none()
                .with("kind", part.kind())
                .with("name", part.name())
                .with("version", version(part));
    }
}
