// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.Map;

/**
 * What makes pods.
 *
 * @param kind as in {@code Deployment}
 * @param template what it makes
 * @param selector the labels of its pods
 * @param toldOf the kind of the object that Events name where a pod cannot be made: a Deployment's are those of its ReplicaSets
 * @param desired how many pods it is to have
 * @param made how many it has, ready or not
 */
public record MakerView(
        String kind,
        String namespace,
        String name,
        PodView template,
        Map<String, String> selector,
        String toldOf,
        int desired,
        int made) {
    /** {@return whether the API server let in all that it is to have} */
    public boolean hasAll() {
        return made >= desired;
    }

    /** Copies. */
    public MakerView {
        selector = Map.copyOf(selector);
    }
}
