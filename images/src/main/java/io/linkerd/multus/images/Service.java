// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import java.nio.file.Path;
import java.util.Locale;

/** The three programs that are shipped as images. */
public enum Service {
    /** Runs on each node as root, without capabilities: what it replaces on the node belongs to root. */
    INSTALLER("0:0"),
    /** Runs as any user. */
    CONTROLLER("65532:0"),
    /** Runs as any user. */
    WEBHOOK("65532:0");

    private final String user;

    Service(String user) {
        this.user = user;
    }

    /** Returns the name of its module and its image. */
    public String module() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the class that starts it. */
    public String mainClass() {
        var module = module();
        var simpleName = module.substring(0, 1).toUpperCase(Locale.ROOT) + module.substring(1) + "Application";
        return "io.linkerd.multus." + module + "." + simpleName;
    }

    /** Returns user and group of the image; OpenShift replaces the user by one of the namespace's, with group 0. */
    public String user() {
        return user;
    }

    /** Returns the file that the build writes the image to, in the working copy at {@code root}. */
    public Path tar(Path root) {
        return root.resolve(module(), "target", "linkerd-multus-" + module() + ".tar");
    }

    /** Returns the name under which a local cluster knows the image of that version. */
    public String reference(String version) {
        return "localhost/linkerd-multus/" + module() + ":" + version;
    }
}
