// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** How much of a stranger's JSON is read, and how strictly; the grammar itself is that of RFC 8259 in each case. */
public final class JsonRules {

    /** All annotations of an object hold 256 KiB at most. Doubled keys are taken as Go takes them: the last one counts. */
    public static final JsonRules ANNOTATION = new JsonRules(256 * 1024, false);

    /** A ConfigMap holds 1 MiB at most. A doubled key is refused: nobody could say which one was meant. */
    public static final JsonRules CONFIGURATION = new JsonRules(1024 * 1024, true);

    /** Deepest nesting that is read; a list of CNI plugins with all their arguments needs less than ten. */
    public static final int MAX_DEPTH = 100;

    /** Longest number that is read. */
    public static final int MAX_NUMBER = 1000;

    private final int maxLength;
    private final JsonFactory factory;

    private JsonRules(int maxLength, boolean keysAreUnique) {
        this.maxLength = maxLength;
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNumberLength(MAX_NUMBER)
                        .maxNameLength(maxLength)
                        .maxStringLength(maxLength)
                        .build())
                .errorReportConfiguration(ErrorReportConfiguration.builder()
                        .maxErrorTokenLength(40)
                        .build())
                .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, keysAreUnique)
                // Keys of strangers are neither interned nor kept in a table that outlives their text.
                .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
                .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                .build();
    }

    /** Longest text that is read, in UTF-16 characters. */
    public int maxLength() {
        return maxLength;
    }

    JsonFactory factory() {
        return factory;
    }
}
