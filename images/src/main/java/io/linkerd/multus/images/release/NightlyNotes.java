// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which parts of the nightly tests passed on the commit that is checked out: git notes in {@code refs/notes/nightly}, a line for each part. */
public final class NightlyNotes {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String PASSED = " passed";

    private final Path root;

    /**
     * Reads and writes nothing yet.
     *
     * @param root the checkout
     */
    public NightlyNotes(Path root) {
        this.root = root;
    }

    /**
     * {@return the commit that tests which begin now are of}
     *
     * @throws IOException where there is none, or the files differ from the commit's
     */
    public String tested() throws IOException, InterruptedException {
        if (!git("status", "--porcelain").isBlank()) {
            throw new IOException("there are changes that are in no commit");
        }
        return git("rev-parse", "HEAD").strip();
    }

    /**
     * Notes that a part passed.
     *
     * @param commit what was {@link #tested} when its tests began
     * @throws IOException where that is not what is there now
     */
    public void record(NightlyPart part, String commit) throws IOException, InterruptedException {
        if (!tested().equals(commit)) {
            throw new IOException("another commit was checked out meanwhile");
        }
        if (missing().contains(part)) {
            git("notes", "--ref=nightly", "append", "--message=" + part.tag() + PASSED, commit);
        }
    }

    /** {@return the parts that have no note on the commit} */
    public Set<NightlyPart> missing() throws IOException, InterruptedException {
        var lines = notes().lines().collect(Collectors.toSet());
        var missing = EnumSet.allOf(NightlyPart.class);
        missing.removeIf(part -> lines.contains(part.tag() + PASSED));
        return missing;
    }

    private String notes() throws IOException, InterruptedException {
        var list = git("notes", "--ref=nightly", "list").lines();
        var head = git("rev-parse", "HEAD").strip();
        return list.anyMatch(line -> line.endsWith(" " + head)) ? git("notes", "--ref=nightly", "show", "HEAD") : "";
    }

    /** A machine that builds has often told git of no person, without whom git writes no note. */
    private String git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of("-c", "user.name=nightly", "-c", "user.email=nightly@localhost"));
        command.addAll(List.of(arguments));
        return Programs.plain().output(PATIENCE, command);
    }
}
