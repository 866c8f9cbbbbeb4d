// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Walks over one document, and keeps nothing of it. Whoever is given a key, an element or a whole document reads its value, or passes over
 * it: once, and before anything else.
 */
public abstract class JsonWalk {
    JsonWalk() {}

    /** Reads one thing from within a document; it may have to begin again, and then knows nothing of the first time. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(JsonWalk walk) throws MalformedJson;
    }

    /** Takes the value of one key. */
    @FunctionalInterface
    public interface Member {
        void take(String key) throws MalformedJson;
    }

    /** Takes one element of a list. */
    @FunctionalInterface
    public interface Element {
        void take(int index) throws MalformedJson;
    }

    /** {@return whether an object begins here} */
    public abstract boolean isObject();

    /** Reads an object, key by key; false where there is null instead. */
    public abstract boolean object(Member member) throws MalformedJson;

    /** Reads a list, element by element; null is an empty one. */
    public abstract void list(Element element) throws MalformedJson;

    /** Reads a text; null is an empty one. */
    public abstract String text() throws MalformedJson;

    /** Reads a text, unless it is longer; null is an empty one. */
    public abstract Optional<String> textUpTo(int longest) throws MalformedJson;

    /** Reads a whole number; null is none. */
    public abstract OptionalLong number() throws MalformedJson;

    /** Reads true or false; null is false. */
    public final boolean flag() throws MalformedJson {
        return flagOr(false);
    }

    /** Reads true or false; null is what is given. */
    public abstract boolean flagOr(boolean whereNull) throws MalformedJson;

    /** Passes over a value, whatever it is. */
    public abstract void skip();
}
