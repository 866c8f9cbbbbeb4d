// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.images.operator.OlmBundle;
import io.linkerd.multus.images.operator.OperandRendering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is checked in is what the charts make, and keeps OLM's rules. {@code openshift/render} makes it so. */
class OlmBundleTest {
    private static final Path ROOT = Path.of("..");
    private static final Path BUNDLE = OlmBundle.folder(ROOT).resolve("bundle");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** The one Lease of another namespace that it has a right to: where Linkerd's control plane is, a LinkerdMultus says, and not the bundle. */
    private static final String POLICY_LEASE = """
            {"apiGroups":["coordination.k8s.io"],"resources":["leases"],"resourceNames":["policy-controller-write"],\
            "verbs":["delete"]}""";

    /** What nobody but the operator's own namespace is to give: its roles there say it by name. */
    private static final Set<String> OF_ONE_NAMESPACE = Set.of("secrets", "leases", "serviceaccounts/token");

    @BeforeAll
    static void render() throws IOException {
        if (Boolean.getBoolean("operator.render")) {
            OlmBundle.write(ROOT);
        }
    }

    @Test
    void isWhatTheChartsMake() throws IOException {
        var made = OlmBundle.files(ROOT);
        var checkedIn = new TreeMap<String, String>();
        for (var path : made.keySet()) {
            checkedIn.put(path, Files.readString(OlmBundle.folder(ROOT).resolve(path)));
        }

        assertThat(checkedIn).as("run openshift/render").isEqualTo(made);
        assertThat(files(BUNDLE))
                .isEqualTo(made.keySet().stream()
                        .filter(path -> path.startsWith("bundle/"))
                        .toList());
        assertThat(made.values()).noneMatch(text -> text.contains(OperandRendering.NAMESPACE));
    }

    private static List<String> files(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> OlmBundle.folder(ROOT).relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /** A right to patch workloads lets one run code as anybody; an administrator gives it, with the policies that keep it small. */
    @Test
    void theOperatorHoldsNoRightToRollOut() throws IOException {
        assertThat(BundleRights.all().cluster())
                .filteredOn(rule -> rule.path("apiGroups")
                        .valueStream()
                        .anyMatch(group -> group.asText().equals("apps")))
                .allSatisfy(rule -> assertThat(rule.path("verbs").valueStream().map(JsonNode::asText))
                        .isSubsetOf("get", "list", "watch"));
        assertThat(HelmChart.objects(Files.readString(OlmBundle.folder(ROOT).resolve("rollouts.yaml"))))
                .extracting(object -> object.path("kind").asText())
                .containsExactlyInAnyOrder(
                        "ClusterRole",
                        "ClusterRoleBinding",
                        "Role",
                        "RoleBinding",
                        "ValidatingAdmissionPolicy",
                        "ValidatingAdmissionPolicy",
                        "ValidatingAdmissionPolicyBinding",
                        "ValidatingAdmissionPolicyBinding");
    }

    /** OLM's programs read a file's first document, and take a comment before a separator for one. */
    @Test
    void noFileBeginsWithADocumentOfACommentAlone() throws IOException {
        assertThat(OlmBundle.files(ROOT)).allSatisfy((path, text) -> {
            if (path.endsWith(".yaml")) {
                assertThat(text.lines().filter(line -> !line.startsWith("#")).findFirst())
                        .as(path)
                        .isPresent()
                        .get()
                        .isNotEqualTo("---");
            }
        });
    }

    /** With AllNamespaces OLM would give them for every namespace, whatever list of the CSV they stood in. */
    @Test
    void noRightOnSecretsLeasesOrTokensReachesAnotherNamespace() throws IOException {
        var strategy = csv().at("/spec/install/spec");

        assertThat(strategy.has("permissions")).isFalse();
        var everywhere = (ArrayNode) strategy.at("/clusterPermissions/0/rules");
        var others = everywhere
                .valueStream()
                .filter(rule -> !rule.toString().equals(POLICY_LEASE))
                .toList();
        assertThat(others)
                .as("but for the right that it gives to Linkerd's policy controller")
                .hasSize(everywhere.size() - 1);
        assertThat(others.stream().flatMap(rule -> resources(rule).stream()))
                .doesNotContainAnyElementsOf(OF_ONE_NAMESPACE);
        assertThat(resources(manifest("linkerd-multus-operator_rbac.authorization.k8s.io_v1_role")
                        .path("rules")))
                .containsAll(OF_ONE_NAMESPACE);
    }

    /** An eviction asks PodDisruptionBudgets; a right to delete pods goes around them. */
    @Test
    void theOperatorMayDeleteNoPods() throws IOException {
        assertThat(BundleRights.all().rules())
                .filteredOn(rule -> resources(rule).contains("pods"))
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.path("verbs").valueStream().map(JsonNode::asText))
                        .doesNotContain("delete", "deletecollection", "*"));
    }

    private static Set<String> resources(JsonNode rules) {
        return rules.findValues("resources").stream()
                .flatMap(JsonNode::valueStream)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    @Test
    void theConsoleCanSayWhatEachFieldIs() throws IOException {
        var owned = csv().at("/spec/customresourcedefinitions/owned/0");

        for (var list : List.of("specDescriptors", "statusDescriptors")) {
            assertThat(owned.path(list)).isNotEmpty().allSatisfy(descriptor -> {
                assertThat(descriptor.path("description").asText())
                        .as(descriptor.toString())
                        .isNotBlank();
                assertThat(descriptor.path("displayName").asText()).isNotBlank();
            });
        }
    }

    /**
     * In a Helm release's namespace the two shared a Lease, so that one of them did nothing, and OLM took the release's Deployment, ServiceAccount,
     * Role and Service.
     */
    @Test
    void noObjectOfTheOperatorsOwnIsCalledLikeOneOfAReleases() throws IOException {
        var releases = HelmChart.objects(HelmChart.of(ROOT)
                        .template("linkerd-multus", "linkerd-multus")
                        .set("global.platform", "openshift")
                        .set("controller.rollouts.enabled", "true")
                        .call())
                .stream()
                .map(OlmBundleTest::named)
                .toList();
        var strategy = csv().at("/spec/install/spec");
        var pods = strategy.at("/deployments/0/spec/template/spec");
        var own = new ArrayList<>(List.of(
                "Deployment/" + strategy.at("/deployments/0/name").asText(),
                "ServiceAccount/" + pods.path("serviceAccountName").asText()));
        try (var manifests = Files.newDirectoryStream(BUNDLE.resolve("manifests"), "linkerd-multus-*.yaml")) {
            for (var manifest : manifests) {
                own.add(named(YAML.readTree(manifest.toFile())));
            }
        }
        HelmChart.objects(Files.readString(OlmBundle.folder(ROOT).resolve("rollouts.yaml"))).stream()
                .map(OlmBundleTest::named)
                .forEach(own::add);

        assertThat(releases).contains("Deployment/linkerd-multus-controller");
        assertThat(own).hasSize(13).doesNotContainAnyElementsOf(releases);
        assertThat(pods.at("/containers/0/env")
                        .valueStream()
                        .filter(variable -> variable.path("name").asText().equals("LINKERD_MULTUS_LEASE")))
                .singleElement()
                .satisfies(lease -> assertThat(lease.path("value").asText()).isEqualTo("linkerd-multus-operator"));
        assertThat(strategy.at("/deployments/0/spec/selector/matchLabels").toString())
                .contains("\"app.kubernetes.io/name\":\"operator\"");
    }

    private static String named(JsonNode object) {
        return object.path("kind").asText() + "/" + object.at("/metadata/name").asText();
    }

    /**
     * The Role and its binding named their CSV with a uid of zeros, for OLM to put the right one in its place: applied by another program, the
     * garbage collector took them within 5 s, and the operator lost its rights.
     */
    @Test
    void noObjectHasAnOwnerThatTheGarbageCollectorMisses() throws IOException {
        for (var manifest : files(BUNDLE.resolve("manifests"))) {
            var object = YAML.readTree(OlmBundle.folder(ROOT).resolve(manifest).toFile());

            assertThat(object.path("metadata").has("ownerReferences"))
                    .as(manifest)
                    .isFalse();
        }
    }

    /** So nothing takes them when the CSV goes. */
    @Test
    void theRemovalPageDeletesWhatHasNoOwner() throws IOException {
        var page = Files.readString(ROOT.resolve("docs/openshift.md")).replaceAll("\\s+", " ");

        assertThat(page).contains("oc delete role,rolebinding linkerd-multus-operator -n linkerd-multus");
        for (var kind : List.of("role", "rolebinding")) {
            assertThat(manifest("linkerd-multus-operator_rbac.authorization.k8s.io_v1_" + kind)
                            .at("/metadata/name")
                            .asText())
                    .isEqualTo("linkerd-multus-operator");
        }
    }

    @Test
    void itsImageIsLabelledAsItsMetadataSays() throws IOException {
        var labels = new TreeMap<String, String>();
        YAML.readTree(BUNDLE.resolve("metadata/annotations.yaml").toFile())
                .path("annotations")
                .forEachEntry((name, value) -> labels.put(name, value.asText()));

        assertThat(Files.readAllLines(OlmBundle.folder(ROOT).resolve("bundle.Dockerfile")))
                .containsAll(labels.entrySet().stream()
                        .map(label -> "LABEL " + label.getKey() + "=" + label.getValue())
                        .toList());
    }

    private static JsonNode csv() throws IOException {
        return manifest("linkerd-multus.clusterserviceversion");
    }

    private static JsonNode manifest(String name) throws IOException {
        return YAML.readTree(BUNDLE.resolve("manifests").resolve(name + ".yaml").toFile());
    }
}
