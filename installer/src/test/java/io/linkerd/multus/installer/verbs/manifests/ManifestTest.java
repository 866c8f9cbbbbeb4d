// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestTest {
    private static final String SECRET = """
            apiVersion: v1
            kind: Secret
            metadata: {name: s}
            stringData: {password: %s}
            """;

    @Test
    void readsAllDocumentsOfAFile() {
        assertThat(read("""
                # of a node
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata:
                  name: multus-$NODE_HOSTNAME
                ---
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata:
                  name: multus
                  namespace: kube-system
                """, Map.of("NODE_HOSTNAME", "node1")).objects())
                .extracting(ManifestObject::object)
                .containsExactly(
                        new ObjectName("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "", "multus-node1"),
                        new ObjectName("v1", "ServiceAccount", "kube-system", "multus"));
    }

    @Test
    void readsTheItemsOfAList() {
        assertThat(read(
                                "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod, metadata: {name: a}}]}",
                                Map.of())
                        .objects())
                .containsExactly(new ManifestObject(
                        new ObjectName("v1", "Pod", "", "a"),
                        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}"));
    }

    /** As envsubst has it. */
    @ParameterizedTest
    @CsvSource({
        "$A-${B}, 1-2",
        "$AB, 3",
        "${A}B, 1B",
        "$$ ${A:-y} ${} $ $1 ${A, $$ ${A:-y} ${} $ $1 ${A",
        "$$A, $1",
        "$EMPTY., .",
        "$A$A, 11"
    })
    void putsVariablesIn(String text, String filled) {
        var environment = Map.of("A", "1", "B", "2", "AB", "3", "EMPTY", "", "1", "no name");

        assertThat(Variables.fill(text, environment)).isEqualTo(new Result.Ok<>(filled));
    }

    /** It put nothing in the place of a variable that is not set. */
    @Test
    void refusesAVariableThatIsNotSetAndTellsAllOfThem() {
        assertThat(Variables.fill("$A ${B} $C $A", Map.of("C", "")))
                .isEqualTo(new Result.Not<>("not set in the environment: A, B"));
    }

    /** What a value holds is no text to be looked through again. */
    @Test
    void takesAValueAsItIs() {
        assertThat(Variables.fill("$A", Map.of("A", "$B ${C} \\1"))).isEqualTo(new Result.Ok<>("$B ${C} \\1"));
    }

    @ParameterizedTest
    @CsvSource({
        "0644, 420",
        "0x10, 16",
        "yes, true",
        "off, false",
        "2001-02-03, '\"2001-02-03\"'",
        "12:30:45, '\"12:30:45\"'",
        "'\"0644\"', '\"0644\"'",
        "1.5, 1.5",
        "~, null",
        "1_000, 1000",
        "18446744073709551616, 18446744073709551616",
        "[a], '[\"a\"]'"
    })
    void understandsScalarsAsKubectlDoes(String yaml, String json) {
        assertThat(YamlDocuments.read("v: " + yaml).toString()).isEqualTo("Ok[value=[{\"v\":" + json + "}]]");
    }

    /** JSON has texts alone for names; YAML reads these as a boolean and numbers. */
    @ParameterizedTest
    @CsvSource({"true, true", "7, 7", "1.5, 1.5", "off, false"})
    void namesThatAreNoTextsInYamlBecomeTexts(String yaml, String name) {
        assertThat(YamlDocuments.read(yaml + ": 4294967296").toString())
                .isEqualTo("Ok[value=[{\"" + name + "\":4294967296}]]");
    }

    @ParameterizedTest
    @CsvSource({"98, true", "100, false", "100000, false"})
    void readsWhatIsNestedAsDeeplyAsAnyObjectAndNoDeeper(int lists, boolean read) {
        assertThat(YamlDocuments.read("v: " + "[".repeat(lists) + "]".repeat(lists)) instanceof Result.Ok)
                .isEqualTo(read);
    }

    /** The API server takes no more. */
    @Test
    void refusesAManifestOfMoreThanThreeMebibytes() {
        assertThat(YamlDocuments.read("v: " + "x".repeat(3 << 20))).asString().contains("too long");
    }

    @Test
    void takesOverWhatAnAliasAndAMergeStandFor() {
        assertThat(YamlDocuments.read("a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\n")
                        .toString())
                .isEqualTo("Ok[value=[{\"a\":{\"x\":1},\"b\":{\"x\":1},\"c\":{\"x\":1,\"y\":2}}]]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1\\na: 2 | line 2, column 1: is no YAML: a name that is there twice",
                "a: [ | line 1, column 5: is no YAML: a value is expected",
                "a: !!java.net.URL [http://x] | is no YAML: a tag (`!name`) that is not known",
                "a: .nan | JSON has not",
                "&a [*a] | too deeply",
                "&a {b: *a} | too deeply",
                "[a]: b | no text",
                "kind: Pod | document 1: an object needs",
                "{kind: List, items: [{apiVersion: v1, kind: Pod, metadata: {name: a}}, 7]} | document 1: an object needs",
                "{kind: List, items: [{kind: PodList, items: [{}]}]} | document 1: an object needs",
                "{apiVersion: v1, kind: Pod, metadata: {name: ''}} | document 1: an object needs",
                "{apiVersion: v1, kind: Pod, metadata: {name: ../secrets/a}} | metadata.name",
                "{apiVersion: v1, kind: Pod, metadata: {name: ..}} | metadata.name",
                "{apiVersion: v1, kind: Pod, metadata: {name: a%2fb}} | metadata.name",
                "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: ../x}} | metadata.namespace",
                "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: a b}} | metadata.namespace",
                "{apiVersion: ../v1, kind: Pod, metadata: {name: a}} | apiVersion",
                "{apiVersion: a/b/c, kind: Pod, metadata: {name: a}} | apiVersion",
                "{apiVersion: 'v1?x=', kind: Pod, metadata: {name: a}} | apiVersion",
                "'' | holds no object"
            })
    void refusesWhatIsNoManifest(String yaml, String reason) {
        assertThat(Manifest.read("m.yaml", yaml.replace("\\n", "\n"), Map.of()))
                .asString()
                .contains(reason);
    }

    /** It printed whatever it applied. */
    @Test
    void tellsNothingOfWhatItHolds() {
        assertThat(read(SECRET.formatted("hush"), Map.of()).toString()).doesNotContain("hush");
        assertThat(Manifest.read("m.yaml", SECRET.formatted("[hush"), Map.of()).toString())
                .contains("is no YAML")
                .doesNotContain("hush");
    }

    /** An API server tells which value is wrong, and a log tells everybody. */
    @Test
    void repeatsNothingOfWhatTheClusterSaysOfASecret() {
        var why = new ApiFailure.Refused(500, ".data.password: expected string, got 12345");

        assertThat(new ObjectName("v1", "Secret", "", "s").words(why))
                .contains("500")
                .doesNotContain("12345");
        assertThat(new ObjectName("v1", "ConfigMap", "", "s").words(why)).contains("expected string");
        assertThat(new ObjectName("v1", "Secret", "", "s").words(new ApiFailure.Forbidden("no right to patch")))
                .contains("no right to patch");
    }

    private static Manifest read(String text, Map<String, String> environment) {
        return Manifest.read("m.yaml", text, environment).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
