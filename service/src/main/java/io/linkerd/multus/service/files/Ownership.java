// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * Who a file belongs to and who may do what with it.
 *
 * @param mode permission bits with set-user-id and the like, as in {@code chmod(1)}
 */
public record Ownership(int user, int group, int mode) {
    private static final int PERMISSION_BITS = 07777;

    /** What {@link #from} wants to be read of a file, as the {@code unix} view names it. */
    public static final String ATTRIBUTES = "uid,gid,mode";

    /** {@return the ownership of a file; a link is not followed} */
    public static Ownership of(Path file) throws IOException {
        var read = Files.readAttributes(file, "unix:" + ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        return from(read);
    }

    /** {@return the ownership of what a path leads to; a link has a mode of its own, which allows everything} */
    static Ownership ofTarget(Path path) throws IOException {
        return from(Files.readAttributes(path, "unix:" + ATTRIBUTES));
    }

    /** {@return the ownership that was read together with something else} */
    public static Ownership from(Map<String, Object> read) {
        return new Ownership(number(read, "uid"), number(read, "gid"), number(read, "mode") & PERMISSION_BITS);
    }

    /** {@return who this process is; the permission bits mean nothing} */
    public static Ownership ofThisProcess() throws IOException {
        return of(Path.of("/proc/self/task"));
    }

    /** {@return the same owner with other permission bits} */
    public Ownership withMode(int other) {
        return new Ownership(user, group, other);
    }

    /** {@return whether user and group are the same} */
    public boolean hasOwnerOf(Ownership other) {
        return user == other.user && group == other.group;
    }

    /** {@return user and group as {@code chown(1)} takes them} */
    public String owner() {
        return user + ":" + group;
    }

    @Override
    public String toString() {
        return owner() + " " + Integer.toOctalString(mode);
    }

    private static int number(Map<String, Object> read, String attribute) {
        return (Integer) read.getOrDefault(attribute, 0);
    }
}
