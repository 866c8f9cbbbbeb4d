// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import io.linkerd.multus.images.oci.Descriptor;
import io.linkerd.multus.images.oci.Repository;

/**
 * Something that is in a registry now.
 *
 * @param repository with the registry's host in front
 * @param tag that names it for people
 * @param digest that names it for machines
 */
record Pushed(String repository, String tag, String digest) {
    static Pushed of(Repository repository, String tag, Descriptor manifest) {
        return new Pushed(repository.name(), tag, manifest.digest());
    }

    /** {@return what pods name it by} */
    String byDigest() {
        return repository + "@" + digest;
    }

    @Override
    public String toString() {
        return repository + ":" + tag + "@" + digest;
    }
}
