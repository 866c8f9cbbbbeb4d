// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import io.linkerd.multus.localcluster.programs.Digests;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a validator's answer depends on.
 *
 * @param programs the validator, and what makes its input
 * @param arguments without names of folders that are new in each run
 * @param inputs files, and folders with all that is in them
 * @param explained what the validator may say
 */
record Question(List<Path> programs, List<String> arguments, List<Path> inputs, Explained explained) {
    Question {
        programs = List.copyOf(programs);
        arguments = List.copyOf(arguments);
        inputs = List.copyOf(inputs);
    }

    /** {@return its name in the cache} The code of this package, which makes input and judges answers, is part of it. */
    String digest() throws IOException {
        var contents = new ArrayList<String>();
        for (var program : programs) {
            // Programs are up to 150 MB each, written once by the build that makes them.
            contents.add(Digests.ofFileOnce(program));
        }
        contents.addAll(arguments);
        contents.add(explained.reasons().toString());
        for (var input : inputs) {
            contents.add(input.toString());
            contents.add(ofAll(input));
        }
        contents.add(ofAll(code()));
        return Digests.ofTexts(contents);
    }

    /** By names within the input. */
    private static String ofAll(Path input) throws IOException {
        var contents = new ArrayList<String>();
        try (var walk = Files.walk(input)) {
            for (var file : walk.filter(Files::isRegularFile).sorted().toList()) {
                contents.add(input.relativize(file).toString());
                contents.add(Digests.ofFile(file));
            }
        }
        return Digests.ofTexts(contents);
    }

    private static Path code() {
        try {
            var classes = Question.class.getProtectionDomain().getCodeSource().getLocation();
            return Path.of(classes.toURI())
                    .resolve(Question.class.getPackageName().replace('.', '/'));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("classes are in a folder", e);
        }
    }
}
