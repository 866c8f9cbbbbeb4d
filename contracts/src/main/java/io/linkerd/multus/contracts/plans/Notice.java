// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import java.util.Optional;

/**
 * Something that a person should know about an object. Equal notices are one: the message must not change while the cause stays.
 *
 * @param subject the object that it is about, in whose namespace the Event appears
 * @param weight whether something is wrong
 * @param reason one word in camel case, for machines
 * @param message what is so, and what to do about it
 * @param mark by which its Event is found again among those of that subject and reason, whatever a version of ours says in the message; empty
 *     where the message itself is what tells them apart
 */
public record Notice(Subject subject, Weight weight, String reason, String message, Optional<String> mark) {

    /**
     * The object that a notice is about. Names of Events are made of how it is written, so neither its name nor its components change.
     *
     * @param apiVersion such as {@code v1}
     * @param kind such as {@code Namespace}
     * @param namespace of the object; for a Namespace, itself; empty where an object of its kind has none
     * @param name of the object
     * @param uid of the object; empty where it does not exist
     */
    public record Subject(String apiVersion, String kind, String namespace, String name, String uid) {

        /** A namespace, as the subject of Events that appear in it. */
        public static Subject namespace(String name, String uid) {
            return new Subject("v1", "Namespace", name, name, uid);
        }

        /** A pod. */
        public static Subject pod(String namespace, String name, String uid) {
            return new Subject("v1", "Pod", namespace, name, uid);
        }

        /** A node, whose name stands for its uid as in the kubelet's Events: by it {@code kubectl describe} finds them. */
        public static Subject node(String name) {
            return new Subject("v1", "Node", "", name, name);
        }
    }

    /** Whether something is wrong. */
    public enum Weight {
        /** All is well; a step waits for something. */
        NORMAL("Normal"),
        /** A person has to act. */
        WARNING("Warning");

        private final String eventType;

        Weight(String eventType) {
            this.eventType = eventType;
        }

        /** {@return the type of its Event} */
        public String eventType() {
            return eventType;
        }
    }

    /** Says that a person has to act. */
    public static Notice warning(Subject subject, String reason, String message) {
        return new Notice(subject, Weight.WARNING, reason, message, Optional.empty());
    }

    /** Says that a step waits. */
    public static Notice normal(Subject subject, String reason, String message) {
        return new Notice(subject, Weight.NORMAL, reason, message, Optional.empty());
    }

    /** {@return the namespace in which the API server wants its Event: the subject's, or {@code default} where that has none} */
    public String eventNamespace() {
        return subject.namespace().isEmpty() ? "default" : subject.namespace();
    }

    /** {@return the same, whose Event is found again by that} */
    public Notice marked(Optional<String> by) {
        return new Notice(subject, weight, reason, message, by);
    }
}
