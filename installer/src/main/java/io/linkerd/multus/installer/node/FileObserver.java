// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.ProgramImage;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Looks at files. A content is read again when the file's identity, size or change time is another, so that a look at a quiet node costs
 * one {@code lstat} per file; once more when that has been so for a while, since a file system's clock has ticks, and a second edit within
 * one leaves all three as they were; and at each periodic look, since so does one through mapped memory. Plugins of 35 MB are read so, for
 * which a repair would have to wait: at a look for something that happened no more than every two minutes. For one thread.
 */
@Singleton
final class FileObserver {
    /** Less than the least time between two periodic looks. */
    private static final Duration THOROUGH_TRUST = Duration.ofSeconds(20);

    /** Where there is always something that happens, so that no look is thorough. */
    private static final Duration PROMPT_TRUST = Duration.ofMinutes(2);

    /** Two ticks of the slowest clock that a file system goes by, of a kernel with 100 Hz. */
    private static final Duration TICKS = Duration.ofMillis(20);

    private final LongSupplier nanos;
    private final Map<Path, Known> known = new HashMap<>();
    private Duration trust = PROMPT_TRUST;

    @Inject
    FileObserver(Clocks clocks) {
        this(clocks.nanos());
    }

    FileObserver(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** What a file has another of when it is changed; nothing where there is none. */
    private record Stamp(long inode, long size, FileTime changed) {
        static final Stamp NOTHING = new Stamp(-1, -1, FileTime.fromMillis(0));
    }

    /** A stamp, since when it has been seen, in nanoseconds, and what was read meanwhile. */
    private record Known(Stamp stamp, long since, Optional<Content> content) {}

    private record Content(long read, Fingerprint fingerprint, boolean program) {}

    /** One look at what is at a path, without opening it. */
    private record Sight(Stamp stamp, int type, Ownership ownership) {
        private static final int TYPE_BITS = 0170000;
        private static final int LINK = 0120000;
        private static final int REGULAR = 0100000;
        private static final int DIRECTORY = 0040000;

        static Sight of(Path path) throws IOException {
            var read = Files.readAttributes(
                    path, "unix:ino,size,ctime," + Ownership.ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
            return new Sight(
                    new Stamp(number(read, "ino"), number(read, "size"), time(read)),
                    (int) number(read, "mode") & TYPE_BITS,
                    Ownership.from(read));
        }

        private static long number(Map<String, Object> read, String name) {
            return ((Number) read.getOrDefault(name, -1L)).longValue();
        }

        private static FileTime time(Map<String, Object> read) {
            return (FileTime) read.getOrDefault("ctime", FileTime.fromMillis(0));
        }
    }

    /** Begins another look. */
    void begin(Depth depth) {
        trust = switch (depth) {
            case PROMPT -> PROMPT_TRUST;
            case THOROUGH -> THOROUGH_TRUST;
        };
    }

    /** {@return for how long the path has looked as it does now, as far as that was seen} */
    Duration unchangedFor(Path path) {
        try {
            return Duration.ofNanos(
                    nanos.getAsLong() - glance(path, stamp(path)).since());
        } catch (IOException _) {
            return Duration.ZERO; // what cannot be looked at is not known to be the same
        }
    }

    /** {@return what is at the path now} A link is not followed. */
    FileState observe(Path path) {
        try {
            var sight = Sight.of(path);
            var now = glance(path, sight.stamp());
            return switch (sight.type()) {
                case Sight.REGULAR -> regular(path, now, sight.ownership());
                case Sight.LINK ->
                    new FileState.Link(Files.readSymbolicLink(path).toString());
                case Sight.DIRECTORY -> new FileState.Unusable("it is a directory");
                default -> new FileState.Unusable("it is no regular file");
            };
        } catch (NoSuchFileException _) {
            glance(path, Stamp.NOTHING);
            return new FileState.Absent();
        } catch (IOException e) {
            return new FileState.Unusable("it cannot be read: " + FileTrouble.inWords(e));
        }
    }

    private FileState regular(Path path, Known now, Ownership ownership) throws IOException {
        long moment = nanos.getAsLong();
        var content = now.content().filter(read -> isTrusted(read, now.since(), moment));
        if (content.isEmpty()) {
            boolean program = ProgramImage.isWhole(path);
            content = Optional.of(new Content(moment, Fingerprint.of(path), program));
            // A file that changes while it is read is remembered under the stamp from before, and read again next time.
            known.put(path, new Known(now.stamp(), now.since(), content));
        }
        var read = content.get();
        return new FileState.Regular(read.fingerprint(), ownership, read.program());
    }

    private boolean isTrusted(Content content, long since, long moment) {
        return content.read() - since >= TICKS.toNanos() && moment - content.read() <= trust.toNanos();
    }

    /** Since when the path looks so. */
    private Known glance(Path path, Stamp stamp) {
        var last = known.get(path);
        if (last != null && last.stamp().equals(stamp)) {
            return last;
        }
        var now = new Known(stamp, nanos.getAsLong(), Optional.empty());
        known.put(path, now);
        return now;
    }

    private static Stamp stamp(Path path) throws IOException {
        try {
            return Sight.of(path).stamp();
        } catch (NoSuchFileException _) {
            return Stamp.NOTHING;
        }
    }
}
