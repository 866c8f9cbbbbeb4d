// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import io.linkerd.multus.localcluster.programs.Digests;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/** What is compiled here, the services' workloads included: whoever changes how images are made, makes new ones. */
public final class OwnCode {
    private OwnCode() {}

    /** {@return the digest of all of it} */
    public static String digest() throws IOException {
        var classes = location();
        if (!Files.isDirectory(classes)) {
            return Digests.ofFile(classes);
        }
        var contents = new ArrayList<String>();
        try (var files = Files.walk(classes)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                contents.add(classes.relativize(file) + " " + Digests.ofFile(file));
            }
        }
        return Digests.ofTexts(contents);
    }

    private static Path location() throws IOException {
        try {
            return Path.of(OwnCode.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("cannot tell where this code is", e);
        }
    }
}
