// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import java.util.function.Consumer;

/**
 * Something that happens to a cluster. What it does follows from the state that the test has made, never from what the controller has
 * done meanwhile, so that a history is the same each time.
 *
 * @param words for a person who has to understand a history
 */
record Step(String words, Consumer<World> action) {
    @Override
    public String toString() {
        return words;
    }
}
