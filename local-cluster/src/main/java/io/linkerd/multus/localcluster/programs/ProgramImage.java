// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An image of a few programs and nothing else, in the form that {@code docker save} writes. Its one layer is not
 * compressed: it never leaves this machine, and compressing takes longer than everything else together.
 *
 * @param reference as pods name it
 * @param files the machine's programs, by their path in the image; a folder becomes an empty one that everybody may write to
 * @param entryPoint what runs when a pod does not say
 * @param user user and group that it runs as when a pod does not say
 */
public record ProgramImage(String reference, SortedMap<String, Path> files, List<String> entryPoint, String user) {
    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final String LAYER = "layer.tar";
    private static final String PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final int PROGRAM = 0100755;
    private static final int FOLDER = 041777;

    /** Copies the collections. */
    public ProgramImage {
        files = new TreeMap<>(files);
        entryPoint = List.copyOf(entryPoint);
    }

    /** Describes an image that runs as root; the files may be in any order. */
    public static ProgramImage of(String reference, Map<String, Path> files, String... entryPoint) {
        return new ProgramImage(reference, new TreeMap<>(files), List.of(entryPoint), "0:0");
    }

    /** Returns the same image for another user, as {@code uid:gid}. */
    public ProgramImage as(String uidAndGid) {
        return new ProgramImage(reference, files, entryPoint, uidAndGid);
    }

    /** Writes the image to {@code tar}, which is there when it is whole. */
    public void write(Path tar) throws IOException {
        var parent = Files.createDirectories(tar.getParent());
        var layer = Files.createTempFile(parent, ".layer", ".tar");
        var image = Files.createTempFile(parent, ".image", ".tar");
        try {
            var digest = writeLayer(layer);
            writeImage(image, layer, digest);
            Files.move(image, tar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(layer);
            Files.deleteIfExists(image);
        }
    }

    private String writeLayer(Path layer) throws IOException {
        var digest = sha256();
        try (var out = tar(new DigestOutputStream(Files.newOutputStream(layer), digest))) {
            for (var file : files.entrySet()) {
                var path = file.getKey().substring(1);
                if (Files.isDirectory(file.getValue())) {
                    var entry = new TarArchiveEntry(path + "/");
                    entry.setMode(FOLDER);
                    put(out, entry, null);
                } else {
                    var entry = new TarArchiveEntry(path);
                    entry.setMode(PROGRAM);
                    put(out, entry, file.getValue());
                }
            }
        }
        return "sha256:" + HexFormat.of().formatHex(digest.digest());
    }

    private void writeImage(Path image, Path layer, String layerDigest) throws IOException {
        var config = JSON.writeValueAsBytes(Map.of(
                "architecture",
                "aarch64".equals(System.getProperty("os.arch")) ? "arm64" : "amd64",
                "os",
                "linux",
                "config",
                Map.of("Entrypoint", entryPoint, "Env", List.of(PATH), "User", user),
                "rootfs",
                Map.of("type", "layers", "diff_ids", List.of(layerDigest))));
        var configName = HexFormat.of().formatHex(sha256().digest(config)) + ".json";
        var manifest = JSON.writeValueAsBytes(
                List.of(Map.of("Config", configName, "RepoTags", List.of(reference), "Layers", List.of(LAYER))));
        try (var out = tar(Files.newOutputStream(image))) {
            put(out, configName, config);
            put(out, new TarArchiveEntry(LAYER), layer);
            put(out, "manifest.json", manifest);
        }
    }

    private static TarArchiveOutputStream tar(OutputStream out) {
        var tar = new TarArchiveOutputStream(out, StandardCharsets.UTF_8.name());
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        return tar;
    }

    private static void put(TarArchiveOutputStream out, String name, byte[] content) throws IOException {
        var entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        out.putArchiveEntry(entry);
        out.write(content);
        out.closeArchiveEntry();
    }

    private static void put(TarArchiveOutputStream out, TarArchiveEntry entry, @Nullable Path content)
            throws IOException {
        entry.setModTime(0);
        entry.setSize(content == null ? 0 : Files.size(content));
        out.putArchiveEntry(entry);
        if (content != null) {
            Files.copy(content, out);
        }
        out.closeArchiveEntry();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
