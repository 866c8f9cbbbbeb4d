// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** How much JSON is read of whom, and how strictly; the grammar itself is that of RFC 8259 in each case. */
public final class JsonLimits {

    /** As many as there are. */
    private static final long ANY = -1;

    /** A hundred times what is usual, and a page for what is added. */
    private static final int NETWORK_LENGTH = (1 << 20) + (1 << 12);

    // Each row: the whole document, a string, all strings together, a name, levels, tokens.

    /** All annotations of an object hold 256 KiB at most. Of a doubled key the last one counts, as it does for Go. */
    public static final JsonLimits ANNOTATION =
            new JsonLimits(256 << 10, 256 << 10, 256 << 10, 256 << 10, 100, 20_000, Keys.OF_STRANGERS);

    /** A ConfigMap holds 1 MiB at most. A doubled key is refused: nobody could say which one was meant. */
    public static final JsonLimits CONFIGURATION =
            new JsonLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 100, ANY, Keys.UNIQUE);

    /**
     * A CNI configuration in a NetworkAttachmentDefinition, as long as {@link #REVIEW} has it read. Of a doubled key the last one counts,
     * as it does for Go.
     */
    public static final JsonLimits ATTACHMENT =
            new JsonLimits(256 << 10, 256 << 10, 256 << 10, 256 << 10, 100, 20_000, Keys.OF_STRANGERS);

    /**
     * A network in a node's CNI directory, which its owner, whoever that is, may write as long as it likes: a few kB are usual. What is read
     * of it lies in the memory of a process on each node, some 40 bytes for each value, and the text four times. Of a doubled key the last
     * one counts, as it does for Go.
     */
    public static final JsonLimits NETWORK = new JsonLimits(
            NETWORK_LENGTH, NETWORK_LENGTH, NETWORK_LENGTH, NETWORK_LENGTH, 500, 20_000, Keys.OF_STRANGERS);

    /** What the API server answers to the installer: objects are at most 1.5 MiB in etcd, and ours are a few kB. */
    public static final JsonLimits ANSWER = new JsonLimits(4 << 20, 4 << 20, 4 << 20, 50_000, 500, ANY, Keys.RECURRING);

    /**
     * What the API server asks the webhook, or whoever else reaches its port: old and new object of 3 MiB each, plus 1 MiB for the
     * envelope. What is passed over costs nothing and may be as long as it likes, but for names: all those that lead to a place are held
     * there, a hundred at most, by each of many. Read are names, and annotations of 256 KiB at most.
     */
    public static final JsonLimits REVIEW =
            new JsonLimits(7 << 20, 256 << 10, 512 << 10, 5_000, 100, ANY, Keys.OF_STRANGERS);

    /**
     * What the API server tells the webhook of one object: 3 MiB are the most that it takes, and annotations hold 256 KiB. Whose object it
     * is chooses names in it ({@code managedFields} have the uids of owners), so they may be as long and as deep as the object.
     */
    public static final JsonLimits HEAD =
            new JsonLimits(4 << 20, 256 << 10, 512 << 10, 4 << 20, 10_000, ANY, Keys.OF_STRANGERS);

    /** The same of an object that is read for what it holds, which may be one long text. */
    public static final JsonLimits OBJECT =
            new JsonLimits(4 << 20, 4 << 20, 4 << 20, 4 << 20, 10_000, ANY, Keys.OF_STRANGERS);

    /** As of one object's metadata, of a page of 250 of them. */
    public static final JsonLimits HEADS =
            new JsonLimits(1 << 30, 256 << 10, 8 << 20, 4 << 20, 10_000, ANY, Keys.OF_STRANGERS);

    /**
     * A review that is no longer than one segment of a busy connection's buffers, as reviews of pods are. Where Jackson reads it, its keys
     * are remembered from one to the next, whoever sends them, and so have to be short: some 6,000 are, each twice. The longest that a pod
     * may have is that of a label or an annotation, of 317 characters.
     */
    public static final JsonLimits SHORT_REVIEW =
            new JsonLimits(64 << 10, 64 << 10, 64 << 10, 400, 100, ANY, Keys.RECURRING);

    /** One of the same length with a key that is longer. Whose pod it is may invent any, which the API server drops only later. */
    public static final JsonLimits SHORT_REVIEW_OF_LONG_NAMES =
            new JsonLimits(64 << 10, 64 << 10, 64 << 10, 64 << 10, 100, ANY, Keys.OF_STRANGERS);

    /** What the installer wrote down for itself: a few kB. */
    public static final JsonLimits JOURNAL =
            new JsonLimits(4 << 20, 4 << 20, 4 << 20, 50_000, 500, ANY, Keys.RECURRING);

    /** What a stack of 256 KiB has room for many times. */
    private static final int SHALLOW = 100;

    /** Longest number that is read, in digits. */
    static final int NUMBER = 1000;

    private enum Keys {
        /** Neither interned nor kept in a table that outlives their text. */
        OF_STRANGERS,
        /** The same, and none is there twice. */
        UNIQUE,
        /** The same ones again and again, kept because that is quicker. */
        RECURRING
    }

    private final Keys keys;
    private final int length;
    private final int string;
    private final int strings;
    private final int name;
    private final int depth;
    private final long tokens;
    private final JsonFactory factory;

    private JsonLimits(int length, int string, int strings, int name, int depth, long tokens, Keys keys) {
        this.keys = keys;
        this.length = length;
        this.string = string;
        this.strings = strings;
        this.name = name;
        this.depth = depth;
        this.tokens = tokens;
        var settings = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(string)
                        .maxNameLength(name)
                        .maxNumberLength(NUMBER)
                        .maxNestingDepth(depth)
                        .maxTokenCount(tokens)
                        .build())
                .errorReportConfiguration(ErrorReportConfiguration.builder()
                        .maxErrorTokenLength(40)
                        .build())
                .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, keys == Keys.UNIQUE)
                .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
                .configure(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES, keys == Keys.RECURRING);
        this.factory = settings.build();
    }

    /** {@return the longest document that is read: in bytes, or in UTF-16 characters where it is a text already} */
    public int length() {
        return length;
    }

    /** {@return all limits within a document, for whoever violated one: Jackson tells by how much, not which} */
    String inWords() {
        return "nested deeper than " + depth + " levels, or a number longer than " + NUMBER + " characters"
                + (name < length ? ", or a name longer than " + name : "")
                + (string < length ? ", or a text longer than " + string : "")
                + (tokens == ANY ? "" : ", or more than " + tokens + " values");
    }

    /** {@return how many UTF-16 characters of strings are kept of one document} */
    int strings() {
        return strings;
    }

    /** {@return the longest string, in UTF-16 characters} */
    int string() {
        return string;
    }

    /** {@return the longest name, in UTF-16 characters} */
    int name() {
        return name;
    }

    /** {@return how many objects and lists there may be within one another} */
    int depth() {
        return depth;
    }

    /** {@return whether values need no counting, doubled keys no looking for, and levels no more than a small stack} */
    boolean boundLengthsAlone() {
        return tokens == ANY && keys != Keys.UNIQUE && depth <= SHALLOW;
    }

    JsonFactory factory() {
        return factory;
    }
}
