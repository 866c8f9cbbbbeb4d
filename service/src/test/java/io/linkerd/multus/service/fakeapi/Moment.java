// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * One change of one object, whoever made it.
 *
 * @param version that the change has
 * @param nanos when it was, by the monotonic clock
 * @param path of the object
 * @param before as it was; empty where it was made
 * @param after as it is then; empty where it was removed
 */
public record Moment(long version, long nanos, String path, Optional<ObjectNode> before, Optional<ObjectNode> after) {
    static Moment of(Store.Change change) {
        return new Moment(change.version(), change.nanos(), change.target().path(), change.before(), change.after());
    }
}
