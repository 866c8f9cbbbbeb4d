// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import io.linkerd.multus.localcluster.programs.Digests;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * What is compiled here, the services' workloads included: whoever changes how images are made, makes new ones.
 *
 * @param classes a folder, or a jar
 */
public record OwnCode(Path classes) {
    /** {@return the code that this is run from} */
    public static OwnCode running() throws IOException {
        try {
            return new OwnCode(Path.of(OwnCode.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (URISyntaxException e) {
            throw new IOException("cannot tell where this code is", e);
        }
    }

    /** {@return the digest of all of it} */
    public String digest() throws IOException {
        return Files.isDirectory(classes) ? digest(classes) : Digests.ofFile(classes);
    }

    /** {@return the digest of one package and those below it; of all of it where it is a jar} */
    public String digest(Package part) throws IOException {
        return Files.isDirectory(classes)
                ? digest(classes.resolve(part.getName().replace('.', '/')))
                : Digests.ofFile(classes);
    }

    private static String digest(Path folder) throws IOException {
        var contents = new ArrayList<String>();
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                contents.add(folder.relativize(file) + " " + Digests.ofFile(file));
            }
        }
        return Digests.ofTexts(contents);
    }
}
