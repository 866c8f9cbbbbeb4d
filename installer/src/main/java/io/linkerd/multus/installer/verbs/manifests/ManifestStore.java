// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.verbs.manifests.AppliedManifests.Applied;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Ownership;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What was applied, in a file beside the journal; to be read and written in one turn at the node. */
@Singleton
public final class ManifestStore {
    /** Its name. */
    public static final String FILE = "manifests.json";

    /** What the installer wrote down for itself: some hundred bytes for each object. */
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(4 << 20).keys(50_000).depth(500).recurringKeys().build();

    private static final int VERSION = 1;
    private static final int OURS_ALONE = 0600;

    private final DurableFiles files;
    private final Ownership ownership;

    ManifestStore(DurableFiles files, Ownership self) {
        this.files = files;
        this.ownership = self.withMode(OURS_ALONE);
    }

    /** {@return what was applied as the file in this directory has it, or why that is not known} */
    public Result<AppliedManifests> load(Path directory) {
        var file = directory.resolve(FILE);
        try {
            return switch (JsonValue.read(Files.readAllBytes(file), LIMITS).then(ManifestStore::read)) {
                case Result.Ok<AppliedManifests> applied -> applied;
                case Result.Not<AppliedManifests>(var reason) ->
                    new Result.Not<>(file + " is of no use: " + reason
                            + "; it knows which objects were applied to the cluster: remove it, and those by hand");
            };
        } catch (NoSuchFileException _) {
            return new Result.Ok<>(AppliedManifests.NONE);
        } catch (IOException e) {
            return new Result.Not<>(file + " cannot be read: " + FileTrouble.inWords(e));
        }
    }

    /** Returns once it is on the disk. */
    public void save(Path directory, AppliedManifests applied) throws FileChangeFailed {
        var file = directory.resolve(FILE);
        if (applied.records().isEmpty()) {
            files.remove(file);
        } else {
            files.replace(file, new Content.Text(text(applied)), ownership);
        }
    }

    private static Result<AppliedManifests> read(JsonValue json) {
        long version = json.number("version").orElse(0);
        return version == VERSION
                ? new Result.Ok<>(new AppliedManifests(json.items("manifests").stream()
                        .map(ManifestStore::applied)
                        .toList()))
                : new Result.Not<>("it has version " + version + ", written by another linkerd-multus");
    }

    private static Applied applied(JsonValue json) {
        return new Applied(
                new EntryOwner(text(json, "owner")),
                text(json, "name"),
                json.items("objects").stream().map(ManifestStore::object).toList());
    }

    private static ObjectName object(JsonValue json) {
        return new ObjectName(
                text(json, "apiVersion"), text(json, "kind"), text(json, "namespace"), text(json, "name"));
    }

    private static String text(JsonValue json, String name) {
        return json.text(name).orElse("");
    }

    private static String text(AppliedManifests applied) {
        return "{\"version\":" + VERSION + ",\"manifests\":"
                + array(applied.records().stream().map(ManifestStore::written).toList()) + "}\n";
    }

    private static String written(Applied applied) {
        var objects = applied.objects().stream().map(ManifestStore::written).toList();
        return "{" + member("owner", applied.owner().name()) + "," + member("name", applied.name()) + ","
                + JsonEdit.member("objects", array(objects)) + "}";
    }

    private static String written(ObjectName object) {
        return "{" + member("apiVersion", object.apiVersion()) + "," + member("kind", object.kind()) + ","
                + member("namespace", object.namespace()) + "," + member("name", object.name()) + "}";
    }

    private static String member(String name, String value) {
        return JsonEdit.member(name, JsonEdit.quote(value));
    }

    private static String array(List<String> items) {
        return items.stream().collect(Collectors.joining(",", "[", "]"));
    }
}
