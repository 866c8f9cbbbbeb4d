// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.linkerd.multus.cli.cluster.Raw;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asks the cluster for what a maintainer needs, and writes it into an archive. What cannot be had is said in a file there, and is no
 * failure.
 */
public final class Bundling {
    /** The one folder of the archive. */
    public static final String FOLDER = "linkerd-multus-support/";

    private static final int MOST_OF_A_POD = 2 << 20;
    private static final long MOST_IN_ALL = 256L << 20;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_READY = 503;

    private final Raw raw;
    private final String namespace;
    private final Consumer<String> step;
    private final Redaction redaction;
    private final Objects objects;
    private final List<String> problems = new ArrayList<>();
    private final long end;
    private long written;

    /**
     * Begins.
     *
     * @param namespace of the release
     * @param longest for how long something new is asked
     * @param step told what is asked next
     */
    public Bundling(Raw raw, String namespace, Duration longest, Consumer<String> step) {
        this.raw = raw;
        this.namespace = namespace;
        this.step = step;
        this.redaction = new Redaction(raw.secrets());
        this.objects = new Objects(raw, new Cleaning(redaction));
        this.end = System.nanoTime() + longest.toNanos();
    }

    /**
     * Writes it.
     *
     * @param told files that say what was found otherwise, by their names
     * @return what could not be had
     * @throws IOException where the file cannot be written
     */
    public List<String> write(OutputStream file, Map<String, String> told, Instant time) throws IOException {
        try (var archive = new Archive(file, time)) {
            for (var text : told.entrySet()) {
                add(archive, text.getKey(), redaction.of(text.getValue()));
            }
            var pods = put(archive, Sought.ourPods());
            for (var sought : Sought.all()) {
                put(archive, sought);
            }
            for (var of : List.of(namespace, "default")) {
                put(archive, Sought.eventsOf(of));
            }
            var order = PodOrder.of(pods);
            for (var pod : order.asked()) {
                put(archive, pod);
            }
            order.leftOut().ifPresent(problems::add);
            var list = problems.isEmpty() ? "nothing is missing" : String.join("\n", problems);
            archive.add(FOLDER + "missing.txt", redaction.of(list + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return List.copyOf(problems);
    }

    private ArrayNode put(Archive archive, Sought sought) throws IOException {
        var found = isOver(sought.file()) ? new Objects.Found(empty(), "", false) : objects.of(sought);
        if (found.forbidden() && sought.namespaced()) {
            problems.add(sought.file() + " of all namespaces: this user has no right to list them; those of "
                    + namespace + " are here, where that is allowed");
            found = objects.of(sought.in(namespace));
        }
        if (!found.problem().isEmpty()) {
            problems.add(sought.file() + ": "
                    + (found.forbidden() ? "this user has no right to list them" : found.problem()));
        }
        if (!found.items().isEmpty()) {
            add(archive, "objects/" + sought.file() + ".json", found.text());
        }
        return found.items();
    }

    private static ArrayNode empty() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Where one request is not answered its kubelet is gone, and the others of that pod would take as long. */
    private void put(Archive archive, JsonNode pod) throws IOException {
        for (var page : OnePod.of(pod)) {
            if (isOver(page.what())) {
                continue;
            }
            switch (raw.get(page.path(), MOST_OF_A_POD)) {
                case Raw.Given given -> put(archive, page, given);
                case Raw.None(var why) -> {
                    problems.add(page.what() + ": " + why + "; what else this pod has is not asked for");
                    return;
                }
            }
        }
    }

    private void put(Archive archive, OnePod page, Raw.Given given) throws IOException {
        int status = given.status();
        if (status == OK || (status == NOT_READY && !given.text().startsWith("{"))) {
            var head = status == OK ? "" : "HTTP " + status + "\n";
            add(archive, page.file(), head + redaction.of(given.text()) + (given.cut() ? "\n[cut]\n" : ""));
        } else if (!page.optional() || (status != BAD_REQUEST && status != NOT_FOUND)) {
            problems.add(
                    page.what() + ": " + (status == FORBIDDEN ? "this user has no right to it" : "HTTP " + status));
        }
    }

    private boolean isOver(String what) {
        step.accept("asking for " + what);
        if (System.nanoTime() - end < 0) {
            return false;
        }
        problems.add(what + ": not asked for, since the time is up");
        return true;
    }

    private void add(Archive archive, String file, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (written + bytes.length > MOST_IN_ALL) {
            problems.add(file + ": left out, since the bundle is large enough");
            return;
        }
        written += bytes.length;
        archive.add(FOLDER + file, bytes);
    }
}
