// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import io.linkerd.multus.localcluster.LocalClusterSettings;
import io.linkerd.multus.localcluster.plan.Profile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * What {@code demo up} is asked for.
 *
 * @param project the folder of the project's root
 * @param images tars to put on every node
 * @param measured whether starts are to be measured, which restarts pods of each service and of CoreDNS a few times
 */
record UpArguments(Path project, LocalClusterSettings cluster, List<Path> images, boolean measured) {
    private static final int NODES = 2;

    UpArguments {
        images = List.copyOf(images);
    }

    /** An argument that means nothing here; the message says which and why. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    static UpArguments read(List<String> arguments) throws Wrong {
        var name = LocalClusterSettings.DEFAULT_NAME;
        var profile = Profile.OPENSHIFT;
        var nodes = NODES;
        var project = Path.of("");
        var measured = false;
        var multus = "upstream";
        var withoutMultus = false;
        var olm = false;
        var images = new ArrayList<Path>();
        for (var rest = arguments.iterator(); rest.hasNext(); ) {
            var option = rest.next();
            switch (option) {
                case "--name" -> name = value(option, rest);
                case "--profile" -> profile = profile(value(option, rest));
                case "--multus" -> multus = value(option, rest);
                case "--without-multus" -> withoutMultus = true;
                case "--olm" -> olm = true;
                case "--nodes" -> nodes = number(option, value(option, rest));
                case "--image" -> images.add(Path.of(value(option, rest)).toAbsolutePath());
                case "--measure" -> measured = true;
                case "--project" -> project = Path.of(value(option, rest));
                default -> throw new Wrong("up does not know " + option);
            }
        }
        try {
            var withMultus = profile.withMultus(multus);
            var wanted = withoutMultus ? withMultus.withoutMultus() : withMultus;
            var cluster = new LocalClusterSettings(name, wanted, nodes, olm);
            return new UpArguments(project.toAbsolutePath(), cluster, images, measured);
        } catch (IllegalArgumentException e) {
            throw new Wrong(Objects.requireNonNullElse(e.getMessage(), "wrong argument"));
        }
    }

    private static String value(String option, Iterator<String> rest) throws Wrong {
        if (!rest.hasNext()) {
            throw new Wrong(option + " needs a value");
        }
        return rest.next();
    }

    private static Profile profile(String word) throws Wrong {
        try {
            return Profile.of(word);
        } catch (IllegalArgumentException e) {
            throw new Wrong(Objects.requireNonNullElse(e.getMessage(), "wrong argument"));
        }
    }

    private static int number(String option, String text) throws Wrong {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new Wrong(option + " needs a number, not " + text);
        }
    }
}
