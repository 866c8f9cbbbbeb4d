// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

/**
 * A library as a bill of materials and the scanner's report both name it. The report leaves a library's group out.
 *
 * @param name of the artifact
 * @param version that is released
 */
public record Part(String name, String version) {
    @Override
    public String toString() {
        return name + " " + version;
    }
}
