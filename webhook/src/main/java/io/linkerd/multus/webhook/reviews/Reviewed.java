// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.util.Set;

/**
 * A kind of objects that is reviewed, and how a review of one is read.
 *
 * @param resource what it is called, as {@code group/version/plural}
 * @param operations what may happen to one that somebody has to decide on
 * @param object reads what decisions need of one
 */
record Reviewed<T>(String resource, Set<String> operations, JsonWalk.Reading<T> object)
        implements JsonWalk.Reading<ReviewRequest<T>> {
    static final String CREATE = "CREATE";
    static final String UPDATE = "UPDATE";

    Reviewed {
        operations = Set.copyOf(operations);
    }

    @Override
    public ReviewRequest<T> read(JsonWalk json) throws MalformedJson {
        return ReviewRequest.read(json, this);
    }

    /** {@return whether the object as it was is part of the decision} */
    boolean changes() {
        return operations.contains(UPDATE);
    }
}
