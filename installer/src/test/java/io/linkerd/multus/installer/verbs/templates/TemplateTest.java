// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.templates;

import static io.linkerd.multus.contracts.cases.Effort.assertLinear;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
    private static final String CALICO = """
            {
              "name": "k8s-pod-network",
              "mtu": 1440.0
            }
            """;

    private static final Map<String, String> NODE =
            Map.of("10-calico.conflist", CALICO, "a.conf", "[1]", "torn.conf", "{\"name\":", "empty.conf", "");

    /** The example of the program whose verbs these are: a line of its own. */
    @Test
    void takesInTheFileThatABarePointerOnALineOfItsOwnNames() {
        assertThat(render("""
                {
                  "delegates": [
                    __10-calico.conflist__
                  ]
                }
                """)).isEqualTo(ok("""
                {
                  "delegates": [
                    %s
                  ]
                }
                """.formatted(CALICO.strip())));
    }

    /** Text before and after a pointer on its line was lost, and only the last pointer of a line was replaced. */
    @Test
    void keepsWhatStandsBesideAPointerOnItsLine() {
        assertThat(render("{\"x\": [ __a.conf__, 2, __a.conf__ ], \"y\": \"__a.conf__\", \"z\": 1}"))
                .isEqualTo(ok("{\"x\": [ [1], 2, [1] ], \"y\": [1], \"z\": 1}"));
    }

    /** It left the line out, and with it invalid JSON or a network without its delegate, and ended with 0. */
    @Test
    void refusesAPointerToAFileThatIsNotThere() {
        assertThat(render("{\"x\": __b.conf__}"))
                .isEqualTo(new Result.Not<>("points to b.conf, which the node does not have"));
    }

    /** The dot was one of a regular expression. */
    @Test
    void takesTheNameOfAFileAsItIs() {
        assertThat(render("{\"x\": \"__aXconf__\"}")).isInstanceOf(Result.Not.class);
    }

    /** Linkerd's own place holders were taken for files, and their lines left out. */
    @Test
    void leavesTextThatHasMoreInItThanAPointer() {
        var template =
                "{\"url\": \"https://__KUBERNETES_SERVICE_HOST__:__KUBERNETES_SERVICE_PORT__\", \"__a.conf__\": \"\\\"__a.conf__\"}";

        assertThat(render(template)).isEqualTo(ok(template));
    }

    @Test
    void refusesAPointerToItself() {
        assertThat(new Template("a.conf", "{\"x\": __a.conf__}").render(TemplateTest::file))
                .isEqualTo(new Result.Not<>("points to a.conf, which is itself"));
    }

    /** It copied a network that was just being written, into one of its own. */
    @Test
    void refusesAFileThatIsNoJson() {
        assertThat(render("{\"x\": __torn.conf__}")).asString().contains("points to torn.conf, which is no JSON: ");
        assertThat(render("{\"x\": __empty.conf__}")).asString().contains("points to empty.conf, which is no JSON: ");
    }

    @Test
    void refusesATemplateThatIsNoJsonObject() {
        assertThat(render("{\"x\": 1")).isInstanceOf(Result.Not.class);
        assertThat(render("")).isInstanceOf(Result.Not.class);
        assertThat(render("__a.conf__")).isEqualTo(new Result.Not<>("is no JSON object"));
        assertThat(render("{\"x\": 1 __a.conf__}")).isInstanceOf(Result.Not.class);
    }

    /** The end of the last string was looked for from each quote in it. */
    @Test
    void isReadInATimeThatGrowsAsItDoes() {
        assertLinear(pieces -> "{\"x\": \"" + "\\\"".repeat(10 * pieces), TemplateTest::render);
        assertLinear(pieces -> "{\"x\": __a" + "__a".repeat(10 * pieces) + "!", TemplateTest::render);
    }

    /** All of it lies in memory, and is read again as a network: as long as the longest of those, and no longer. */
    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void isNoLongerThanTheLongestNetworkOnceItIsFilled(int more, boolean rendered) {
        var text = "{\"a\": \"__long__\", \"b\": \"__long__\"}";
        int left = CniNetwork.LIMITS.length() - text.length();
        UnaryOperator<String> quoted = letters -> '"' + letters + '"';
        var first = quoted.apply("x".repeat(left / 2 - 2));
        var second = quoted.apply("y".repeat(left - first.length() - 2 + more));
        var contents = new ArrayDeque<>(List.of(first, second));

        var result = new Template("05-multus.conf", text).render(_ -> new Result.Ok<>(contents.remove()));

        assertThat(result)
                .isEqualTo(
                        rendered
                                ? ok("{\"a\": " + first + ", \"b\": " + second + "}")
                                : new Result.Not<>("is longer than " + CniNetwork.LIMITS.length()
                                        + " characters once it is filled"));
    }

    /** What would lead out of the folder is no name of a file, so it is no pointer either. */
    @Test
    void takesNothingForAPointerThatLeadsOutOfTheFolder() {
        var template = "{\"x\": \"__../a.conf__\"}";

        assertThat(render(template)).isEqualTo(ok(template));
        assertThat(render("{\"x\": __../a.conf__}")).isInstanceOf(Result.Not.class);
    }

    @Test
    void keepsEveryOtherCharacter() {
        var template = "{\r\n\t\"b\" : 1.50e+3 , \"a\":\"\\u00e4 __ ____\", \"b\":null}\n";

        assertThat(render(template)).isEqualTo(ok(template));
    }

    private static Result<String> render(String template) {
        return new Template("05-multus.conf", template).render(TemplateTest::file);
    }

    private static Result<String> file(String name) {
        return NODE.containsKey(name)
                ? new Result.Ok<>(NODE.getOrDefault(name, ""))
                : new Result.Not<>("which the node does not have");
    }

    private static Result<String> ok(String text) {
        return new Result.Ok<>(text);
    }
}
