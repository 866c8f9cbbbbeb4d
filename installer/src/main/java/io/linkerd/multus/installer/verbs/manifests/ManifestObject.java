// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

/**
 * One object of a manifest.
 *
 * @param json as it is applied
 */
record ManifestObject(ObjectName object, String json) {

    /** What it holds may be secret. */
    @Override
    public String toString() {
        return object.toString();
    }
}
