// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.checks.Category;
import io.linkerd.multus.cli.checks.Check;
import io.linkerd.multus.cli.checks.Report;
import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.product.Product;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** As {@code linkerd check} of edge-26.8.3 shows its own. */
class FormTest {
    private static final Look UNICODE = new Look(false, true);
    private static final Product PRODUCT = new Product("1.2.3", "https://example.org/help", Optional.empty());

    private static final Report WRONG = new Report(List.of(
            new Category("linkerd-multus-cluster", List.of(Check.right("the API server answers", "no-api-server"))),
            new Category(
                    "linkerd-multus-nodes",
                    List.of(
                            Check.right("each node has the plugin", "node-without-plugin"),
                            Check.wrong(
                                    "each node has the kubeconfig",
                                    "node2 has none: its installer was refused a token (\"forbidden\"). Give the service account of the "
                                            + "release's installer its Role again:\n  helm upgrade --reuse-values",
                                    "node-without-kubeconfig"),
                            Check.warning("images are of one version", "node1 runs 0.1.0 ‼", "versions-differ")))));

    private static final Report WARNED = new Report(List.of(
            new Category("linkerd-multus-a", List.of(Check.right("a", "a"))),
            new Category("linkerd-multus-b", List.of(Check.warning("b", "not b", "b"), Check.right("c", "c")))));

    private static final Report RIGHT =
            new Report(List.of(new Category("linkerd-multus-a", List.of(Check.right("a", "a")))));

    @Test
    void tableShowsEachCheckAndBelowAFailedOneItsErrorAndWhereToRead() {
        assertThat(Form.TABLE.of(WRONG, UNICODE, PRODUCT)).isEqualTo("""
                linkerd-multus-cluster
                ----------------------
                √ the API server answers

                linkerd-multus-nodes
                --------------------
                √ each node has the plugin
                × each node has the kubeconfig
                    node2 has none: its installer was refused a token ("forbidden"). Give the service account of the
                    release's installer its Role again:
                      helm upgrade --reuse-values
                    see https://example.org/help#node-without-kubeconfig for hints
                ‼ images are of one version
                    node1 runs 0.1.0 ‼
                    see https://example.org/help#versions-differ for hints

                Status check results are ×
                """);
    }

    @Test
    void warningsAloneAreNoFailure() {
        assertThat(Form.TABLE.of(WARNED, UNICODE, PRODUCT)).endsWith("√ c\n\nStatus check results are √\n");
    }

    @Test
    void marksArePlainWhereTheTerminalHasNoOthers() {
        assertThat(Form.TABLE.of(WARNED, Look.PLAIN, PRODUCT)).isEqualTo("""
                linkerd-multus-a
                ----------------
                ok a

                linkerd-multus-b
                ----------------
                !! b
                    not b
                    see https://example.org/help#b for hints
                ok c

                Status check results are ok
                """);
    }

    @Test
    void marksAloneHaveColour() {
        assertThat(Form.TABLE.of(RIGHT, new Look(true, true), PRODUCT)).isEqualTo("""
                linkerd-multus-a
                ----------------
                \u001b[32m√\u001b[0m a

                Status check results are \u001b[32m√\u001b[0m
                """);
    }

    @Test
    void shortShowsWhatIsNotRight() {
        assertThat(Form.SHORT.of(WARNED, UNICODE, PRODUCT)).isEqualTo("""
                linkerd-multus-b
                ----------------
                ‼ b
                    not b
                    see https://example.org/help#b for hints

                Status check results are √
                """);
        assertThat(Form.SHORT.of(RIGHT, UNICODE, PRODUCT)).isEqualTo("Status check results are √\n");
    }

    @Test
    void jsonIsWhatLinkerdReadsFromAnExtension() {
        assertThat(Form.JSON.of(WARNED, new Look(true, true), PRODUCT)).isEqualTo("""
                {
                  "success": true,
                  "categories": [
                    {
                      "categoryName": "linkerd-multus-a",
                      "checks": [
                        {
                          "description": "a",
                          "result": "success"
                        }
                      ]
                    },
                    {
                      "categoryName": "linkerd-multus-b",
                      "checks": [
                        {
                          "description": "b",
                          "hint": "https://example.org/help#b",
                          "error": "not b",
                          "result": "warning"
                        },
                        {
                          "description": "c",
                          "result": "success"
                        }
                      ]
                    }
                  ]
                }
                """);
    }

    @Test
    void jsonSaysThatSomethingIsWrong() {
        assertThat(Form.JSON.of(WRONG, UNICODE, PRODUCT))
                .contains(
                        "\"success\": false",
                        "\"result\": \"error\"",
                        "\\\"forbidden\\\"",
                        "again:\\n  helm",
                        "0.1.0 ‼");
    }

    @Test
    void formsAreNamedAsLinkerdNamesThem() {
        assertThat(Stream.of(Form.values()).map(Form::toString)).containsExactly("table", "short", "json");
    }
}
