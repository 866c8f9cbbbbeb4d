// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.RegularFile;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reads other people's networks, within limits; what cannot be read is told, and never an error. */
@Singleton
public final class NetworkReader {

    private static final String UNSPEAKABLE =
            " whose name has characters that the installer cannot read; give it one of plain letters and digits";

    private final HostRoot host;

    public NetworkReader(HostRoot host) {
        this.host = host;
    }

    /** {@return the networks of a directory of the host; of one that is not there, none} */
    public NetworkDirectory directory(String path) throws IOException {
        var files = new TreeMap<String, NetworkFile>();
        int length = 0;
        for (var file : names(path)) {
            var name = String.valueOf(file.getFileName());
            var found = found(path + "/" + name, file);
            if (found.isPresent()) {
                var readable = within(CniNetwork.LIMITS.length() - length, found.get());
                files.put(name, readable);
                length += readable instanceof NetworkFile.Text network
                        ? network.text().length()
                        : 0;
            }
        }
        return new NetworkDirectory(path, files);
    }

    /** In the order in which runtimes read them, so that of too many the first ones count; last those that are looked at and left. */
    private List<Path> names(String path) throws IOException {
        var names = new ArrayList<Path>();
        try (var found = Files.newDirectoryStream(host.directory(path), NetworkReader::isNetwork)) {
            found.forEach(names::add);
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
        names.sort(Comparator.comparing(NetworkReader::isJson).thenComparing(Comparator.naturalOrder()));
        return names;
    }

    /** All of them lie in memory at once. */
    private static NetworkFile within(int length, NetworkFile found) {
        return found instanceof NetworkFile.Text network && network.text().length() > length
                ? new NetworkFile.Unreadable(
                        network.path(),
                        "would make the networks beside it longer than " + CniNetwork.LIMITS.length()
                                + " characters in all")
                : found;
    }

    /**
     * {@return what is at a path of the host; nothing where there is nothing} Where a link leads is what is there.
     *
     * @param at where the path leads to in this container, with every link followed
     */
    public Optional<NetworkFile> file(String path, Path at) {
        if (!HostRoot.canBeSaid(at)) {
            return Optional.of(new NetworkFile.Unreadable(path, "is a link to a file" + UNSPEAKABLE));
        }
        var target = host.hostPath(at);
        try {
            if (!Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS)) {
                return irregular(path, at);
            }
            return Optional.of(read(target, at));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (CharacterCodingException _) {
            return Optional.of(new NetworkFile.Unreadable(target, "is not UTF-8"));
        } catch (IOException e) {
            return Optional.of(new NetworkFile.Unreadable(target, "cannot be read: " + FileTrouble.inWords(e)));
        }
    }

    private Optional<NetworkFile> found(String path, Path file) {
        return HostRoot.canBeSaid(file)
                ? file(path, Files.isSymbolicLink(file) ? host.directory(path) : file)
                : Optional.of(new NetworkFile.Unreadable(path, "is a file" + UNSPEAKABLE));
    }

    private static NetworkFile read(String path, Path at) throws IOException {
        var ownership = Ownership.of(at);
        var bytes = RegularFile.start(at, CniNetwork.LIMITS.length() + 1);
        if (bytes.length > CniNetwork.LIMITS.length()) {
            return new NetworkFile.Unreadable(path, "is longer than " + CniNetwork.LIMITS.length() + " bytes");
        }
        var text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        return new NetworkFile.Text(path, text, Fingerprint.ofText(text), ownership);
    }

    private Optional<NetworkFile> irregular(String path, Path at) {
        if (Files.isDirectory(at)) {
            return Optional.of(new NetworkFile.Directory(path));
        }
        return Files.exists(host.at(path), LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(new NetworkFile.Unreadable(path, "is a link that leads nowhere, or no regular file"))
                : Optional.empty();
    }

    /** {@return whether runtimes load it, by its suffix} */
    public static boolean isNetwork(Path file) {
        var name = String.valueOf(file.getFileName());
        return name.endsWith(Chained.LIST) || name.endsWith(Chained.SINGLE) || isJson(file);
    }

    private static boolean isJson(Path file) {
        return String.valueOf(file.getFileName()).endsWith(Chained.JSON);
    }
}
