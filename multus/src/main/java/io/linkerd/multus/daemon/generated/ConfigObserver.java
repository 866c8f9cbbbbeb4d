// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.daemon.config.ConfigSource;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Looks at the files of the node that a plan depends on. */
record ConfigObserver(DaemonConfig config) {
    /** What Cilium appends to the name of a configuration that it sets aside. */
    static final String SET_ASIDE = ".cilium_bak";

    private static final int LONGEST = CniNetwork.LIMITS.length();

    Observation observe() throws IOException {
        return new Observation(files(), own(config.multusConfig()), own(setAside()), !isReadinessFileGone());
    }

    /** {@return where Cilium puts the configuration} */
    Path setAside() {
        var file = config.multusConfig();
        return file.resolveSibling(file.getFileName() + SET_ASIDE);
    }

    /** {@return whether the readiness indicator file is certainly not there} */
    boolean isReadinessFileGone() {
        return config.readinessIndicatorFile().filter(Files::notExists).isPresent();
    }

    /** {@return the folders in which something may happen that matters} */
    Set<Path> folders() {
        var folders = new LinkedHashSet<Path>();
        folders.add(config.cniConfigDir().toAbsolutePath());
        switch (config.source()) {
            case ConfigSource.Auto auto -> {
                folders.add(auto.directory().toAbsolutePath());
                auto.masterCni()
                        .ifPresent(name -> addFolderOf(folders, auto.directory().resolve(name)));
            }
            case ConfigSource.UserSupplied user -> addFolderOf(folders, user.file());
        }
        config.readinessIndicatorFile().ifPresent(file -> addFolderOf(folders, file));
        return folders;
    }

    private static void addFolderOf(Set<Path> folders, Path file) {
        Optional.ofNullable(file.toAbsolutePath().getParent()).ifPresent(folders::add);
    }

    private SortedMap<String, Result<String>> files() throws IOException {
        var files = new TreeMap<String, Result<String>>();
        switch (config.source()) {
            case ConfigSource.UserSupplied user -> put(files, user.file().toString(), user.file());
            case ConfigSource.Auto auto
            when auto.masterCni().isPresent() -> {
                var name = auto.masterCni().get();
                put(files, name, auto.directory().resolve(name));
            }
            case ConfigSource.Auto auto -> putCandidates(files, auto.directory());
        }
        return files;
    }

    private static void putCandidates(SortedMap<String, Result<String>> files, Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        try (var found = Files.newDirectoryStream(folder)) {
            for (var file : found) {
                var name = String.valueOf(file.getFileName());
                if (PrimaryChoice.isCandidate(name)) {
                    put(files, name, file);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** A link counts as what it leads to: so a kubelet shows the keys of a ConfigMap. */
    private static void put(SortedMap<String, Result<String>> files, String name, Path file) {
        if (Files.isRegularFile(file)) {
            try {
                files.put(name, RegularFile.text(file.toRealPath(), LONGEST));
            } catch (NoSuchFileException _) {
                // It was removed since the folder was read.
            } catch (IOException e) {
                files.put(name, new Result.Not<>(FileTrouble.inWords(e)));
            }
        }
    }

    /** {@return what a file of the daemon's holds; a link is none of them} */
    static Optional<String> own(Path file) {
        try {
            return RegularFile.text(file, LONGEST) instanceof Result.Ok<String>(var text)
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
