// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.util.Set;

/**
 * A kind of objects that is reviewed: all that tells it from the others.
 *
 * @param path where its reviews come to
 * @param resource what it is called, as {@code group/version/plural}
 * @param scope whether each of them is in a namespace
 * @param operations what may happen to one that has to be decided on
 * @param object reads what decisions need of one
 * @param judge decides
 * @param words how one is spoken of
 * @param meters how its reviews are counted
 */
public record ReviewedKind<T>(
        String path,
        String resource,
        Scope scope,
        Set<String> operations,
        JsonWalk.Reading<T> object,
        Judge<T> judge,
        Words<T> words,
        Meters meters)
        implements JsonWalk.Reading<ReviewRequest<T>> {
    static final String CREATE = "CREATE";
    static final String UPDATE = "UPDATE";

    /** Copies. */
    public ReviewedKind {
        operations = Set.copyOf(operations);
    }

    /** Where objects of a kind are. */
    enum Scope {
        NAMESPACE,
        CLUSTER
    }

    /**
     * How its reviews are counted.
     *
     * @param timer the metric of how long they took, by how they ended
     * @param description the same in a sentence
     * @param byCause whether they are counted by why they ended so, too
     */
    public record Meters(String timer, String description, boolean byCause) {}

    @Override
    public ReviewRequest<T> read(JsonWalk json) throws MalformedJson {
        return ReviewRequest.read(json, this);
    }

    /** {@return whether the object as it was is part of the decision} */
    boolean changes() {
        return operations.contains(UPDATE);
    }
}
