// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OwnKindTest {
    @ParameterizedTest
    @EnumSource
    void isCalledAsItsDefinitionSays(OwnKind kind) throws IOException {
        var definition = kind.definition(Path.of(".."));

        assertThat(definition.at("/metadata/name").asText()).isEqualTo(kind.definitionName());
        assertThat(definition.at("/spec/group").asText()).isEqualTo(kind.group());
        assertThat(definition.at("/spec/names/plural").asText()).isEqualTo(kind.plural());
        assertThat(definition.at("/spec/names/kind").asText()).isEqualTo(kind.kind());
        assertThat(definition.at("/spec/versions"))
                .singleElement()
                .satisfies(version -> assertThat(version.path("name").asText()).isEqualTo(OwnKind.VERSION));
    }
}
