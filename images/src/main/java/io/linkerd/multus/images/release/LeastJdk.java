// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import java.util.Optional;

/**
 * The JDK that a release takes at least: its runtime is in every image. It reaches nothing but Java's own, since it is asked before anything
 * is built.
 *
 * @param version that the line in {@link #FILE} says
 */
record LeastJdk(Runtime.Version version) {
    static final String FILE = ".mvn/jdk-least";

    /** {@return what that line says} */
    static LeastJdk parse(String line) {
        return new LeastJdk(Runtime.Version.parse(line.strip()));
    }

    /**
     * {@return what speaks against a release by that JDK}
     *
     * @param home where it is
     */
    Optional<String> problem(Runtime.Version found, String home) {
        return found.compareToIgnoreOptional(version) >= 0
                ? Optional.empty()
                : Optional.of("the JDK in " + home + " is " + found + ", and a release takes " + version
                        + " or newer, as " + FILE + " says, since every image has its runtime with its weaknesses:"
                        + " install a newer JDK 25 and set JAVA_HOME to it");
    }
}
