// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;

/**
 * How much JSON is read of whom, and how strictly; the grammar itself is that of RFC 8259 in each case. Each reader holds its own. Lengths
 * are bytes, or UTF-16 characters where a document is a text already; those within a document are UTF-16 characters.
 */
public final class JsonLimits {
    /** As many as there are. */
    private static final long ANY = -1;

    private static final int USUAL_DEPTH = 100;

    /** Longest number that is read, in digits. */
    private static final int NUMBER = 1000;

    private enum Keys {
        /** Neither interned nor kept in a table that outlives their text. */
        OF_STRANGERS,
        /** The same, and none is there twice. */
        UNIQUE,
        /** The same ones again and again, kept because that is quicker. */
        RECURRING
    }

    private final int length;
    private final boolean endless;
    private final int strings;
    private final boolean uniqueKeys;
    private final String inWords;
    private final JsonFactory factory;

    private JsonLimits(Builder builder) {
        this.length = builder.length;
        this.endless = builder.endless;
        this.strings = builder.strings;
        this.uniqueKeys = builder.keys == Keys.UNIQUE;
        this.inWords = builder.inWords();
        this.factory = builder.factory();
    }

    /**
     * Begins with what a document of that length may have in it: texts and keys as long as the document, any number of values, 100 levels.
     * Of a doubled key the last one counts, as it does for Go.
     */
    public static Builder ofLength(int longest) {
        return new Builder(longest);
    }

    /** {@return the longest document that is read} */
    public int length() {
        return length;
    }

    /** {@return whether a document that is read as it arrives may be longer} */
    boolean isEndless() {
        return endless;
    }

    /** {@return whether a key that is there twice in an object is refused} */
    boolean hasUniqueKeys() {
        return uniqueKeys;
    }

    /** {@return all limits within a document, for whoever violated one: Jackson tells by how much, not which} */
    String inWords() {
        return inWords;
    }

    /** {@return how many characters of texts are kept of one document} */
    int strings() {
        return strings;
    }

    JsonFactory factory() {
        return factory;
    }

    /** Puts limits together. */
    public static final class Builder {
        private final int length;
        private int string;
        private int strings;
        private int name;
        private int depth = USUAL_DEPTH;
        private long values = ANY;
        private Keys keys = Keys.OF_STRANGERS;
        private boolean endless;

        private Builder(int length) {
            this.length = length;
            this.string = length;
            this.strings = length;
            this.name = length;
        }

        /** How long a text may be that is read, and all of them together that are kept; what is passed over may be longer. */
        public Builder texts(int longest, int together) {
            this.string = longest;
            this.strings = together;
            return this;
        }

        /** How long a key may be, whether it is read or passed over. */
        public Builder keys(int longest) {
            this.name = longest;
            return this;
        }

        /** How many objects and lists there may be within one another. */
        public Builder depth(int levels) {
            this.depth = levels;
            return this;
        }

        /** How many values and keys there may be. */
        public Builder values(long most) {
            this.values = most;
            return this;
        }

        /** Refuses a key that is there twice in an object. */
        public Builder uniqueKeys() {
            this.keys = Keys.UNIQUE;
            return this;
        }

        /** Keeps keys in memory, for documents that have the same few again and again: from programs that are trusted, and no others. */
        public Builder recurringKeys() {
            this.keys = Keys.RECURRING;
            return this;
        }

        /**
         * Lets a document that is read as it arrives be of any length: a list, each of whose objects is a {@link JsonWalk#part} within these
         * limits.
         */
        public Builder endless() {
            this.endless = true;
            return this;
        }

        /** {@return the limits} */
        public JsonLimits build() {
            return new JsonLimits(this);
        }

        private String inWords() {
            return "nested deeper than " + depth + " levels, or a number longer than " + NUMBER + " characters"
                    + (name < length ? ", or a name longer than " + name : "")
                    + (string < length ? ", or a text longer than " + string : "")
                    + (values == ANY ? "" : ", or more than " + values + " values");
        }

        private JsonFactory factory() {
            return JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(string)
                            .maxNameLength(name)
                            .maxNumberLength(NUMBER)
                            .maxNestingDepth(depth)
                            .maxTokenCount(values)
                            .build())
                    .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, keys == Keys.UNIQUE)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, keys == Keys.RECURRING)
                    // A buffer of each virtual thread would be used once.
                    .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
                    .build();
        }
    }
}
