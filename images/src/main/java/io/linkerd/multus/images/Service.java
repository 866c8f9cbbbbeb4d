// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The programs that are shipped as images. */
public enum Service {
    /** Runs on each node as root, without capabilities: what it replaces on the node belongs to root. */
    INSTALLER("installer", "0:0"),
    /** Runs as any user. */
    CONTROLLER("controller", "65532:0"),
    /** Runs as any user. */
    WEBHOOK("webhook", "65532:0"),
    /** Multus' thick daemon, which runs on each node as root: plugins are root's, and so is what they change. */
    MULTUS("daemon", "0:0"),
    /** The command line, which people and jobs run; no release has it. */
    CLI("cli", "65532:0");

    private final String root;
    private final String user;

    Service(String root, String user) {
        this.root = root;
        this.user = user;
    }

    /** {@return those of a release that is asked for nothing more, and of the operator} Multus is a cluster's own, unless ours is asked for. */
    public static List<Service> byDefault() {
        return List.of(INSTALLER, CONTROLLER, WEBHOOK);
    }

    /** {@return those that a cluster runs as long as the release is there} */
    public static List<Service> lasting() {
        return List.of(INSTALLER, CONTROLLER, WEBHOOK, MULTUS);
    }

    /** Returns the name of its module and its image. */
    public String module() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the class that starts it. */
    public String mainClass() {
        if (this == CLI) {
            return "io.linkerd.multus.cli.Main";
        }
        var module = module();
        var simpleName = module.substring(0, 1).toUpperCase(Locale.ROOT) + module.substring(1) + "Application";
        return "io.linkerd.multus." + root + "." + simpleName;
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
