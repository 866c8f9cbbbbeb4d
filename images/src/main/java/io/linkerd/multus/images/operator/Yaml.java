// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/** How what is rendered is written: as a person would, and always the same. */
public final class Yaml {
    static final String LICENCE = "# SPDX-License-Identifier: Apache-2.0\n";

    private static final String WHENCE =
            "# Made from the charts and openshift/base: change those, and then this by `openshift/render`.\n";
    private static final String SEPARATOR = "---\n";
    private static final ObjectWriter YAML = YAMLMapper.builder()
            .enable(
                    YAMLGenerator.Feature.MINIMIZE_QUOTES,
                    YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS,
                    YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build()
            .writer();

    private Yaml() {}

    /**
     * {@return a file of that object alone, or its beginning} There is no {@code ---} after the comment: OLM's programs take what is before
     * it for an object without a kind.
     */
    static String text(JsonNode object) throws JsonProcessingException {
        return LICENCE + WHENCE + document(object).substring(SEPARATOR.length());
    }

    /** {@return it as one of several in a file} */
    public static String document(JsonNode object) throws JsonProcessingException {
        return YAML.writeValueAsString(object);
    }
}
