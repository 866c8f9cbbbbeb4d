// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LicencesTest {
    private static ObjectNode bom(String licences) throws IOException {
        var bom = new ObjectMapper()
                .readTree("{\"components\":[{\"type\":\"library\",\"purl\":\"pkg:maven/a/b@1\",\"licenses\":" + licences
                        + "}]}")
                .<ObjectNode>require();
        bom.path("components").forEach(Licences::normalize);
        return bom;
    }

    @Test
    void reportsEachPartOnce() throws IOException {
        var bom = bom("[{\"license\":{\"id\":\"EPL-2.0\"}},{\"license\":{\"name\":\"Bouncy Castle Licence\"}}]");

        assertThat(Licences.report(List.of(bom, bom)).lines()).containsOnlyOnce("| pkg:maven/a/b@1 | EPL-2.0 or MIT |");
    }

    @Test
    void readsExpressions() throws IOException {
        var bom = bom("[{\"expression\":\"(CDDL-1.0 OR GPL-2.0-with-classpath-exception)\"}]");

        assertThat(Licences.report(List.of(bom))).contains("CDDL-1.0 OR");
    }

    @Test
    void endsWhereALicenceIsNotAmongThoseThatWereLookedAt() throws IOException {
        var known = bom("[{\"license\":{\"id\":\"MIT\"}}]");
        for (var unknown : List.of(
                "[{\"license\":{\"id\":\"MIT\"}},{\"license\":{\"id\":\"AGPL-3.0-only\"}}]",
                "[{\"license\":{\"name\":\"Our own\"}}]",
                "[{\"expression\":\"MIT AND BUSL-1.1\"}]",
                "[]")) {
            var bom = bom(unknown);
            assertThatThrownBy(() -> Licences.report(List.of(known, bom)))
                    .as(unknown)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("pkg:maven/a/b@1");
        }
    }

    @Test
    void takesAnImageBelowForOneThatSaysItsOwn() throws IOException {
        var bom = bom("[]");
        bom.withArray("components").removeAll().add(Sbom.base("example.com/base@sha256:" + "0".repeat(64)));

        assertThat(Licences.report(List.of(bom))).doesNotContain("example.com");
    }
}
