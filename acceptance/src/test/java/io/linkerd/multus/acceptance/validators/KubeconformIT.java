// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubeconform over everything that is ever applied, with the schemas of the kinds' own projects: no unknown kind, no unknown field. */
class KubeconformIT {
    private static final Path ROOT = Path.of("..");
    private static final Path ATTACHMENTS =
            ROOT.resolve("local-cluster/src/main/resources/cluster/network-attachment-definitions.crd.yaml");
    private static final Path OPERAND =
            ROOT.resolve("controller/src/main/resources/io/linkerd/multus/controller/operand");

    /** What is in the bundle's folder and no kind of a cluster. */
    private static final String OTHERS = "(annotations|config)\\.yaml$";

    private static final Pattern SUMMARY =
            Pattern.compile("(\\d+) resources? found .* - Valid: (\\d+), Invalid: 0, Errors: 0, Skipped: 0");

    private static final Path CHARTS = ROOT.resolve("charts");

    /** What schemas are made of; that of other projects is known by the versions and digests in go.mod and go.sum. */
    private static final List<Path> SCHEMA_SOURCES = List.of(
            CHARTS,
            ATTACHMENTS,
            ROOT.resolve("local-cluster/go/localkube"),
            ROOT.resolve("local-cluster/go/tools-operators"),
            ROOT.resolve("acceptance/go/validators/definitions"));

    @TempDir
    static Path schemas = Path.of("/");

    /** Makes them where a test is the first to need them. */
    private static void makeSchemas() throws IOException, InterruptedException {
        if (Files.exists(schemas.resolve(KubernetesSchemas.DEFINITIONS))) {
            return;
        }
        KubernetesSchemas.write(
                ValidatorPrograms.ofCluster("localkube", "k8s.io/kubernetes").resolve("api/openapi-spec/swagger.json"),
                schemas);
        for (var definitions : definitions()) {
            CustomSchemas.write(definitions, schemas);
        }
    }

    /** {@return those of the kinds that the charts, the operand and the bundle are made of, from where they are at home} */
    private static List<Path> definitions() throws IOException, InterruptedException {
        var monitoring = ValidatorPrograms.definitions("github.com/prometheus-operator/prometheus-operator")
                .resolve("example/prometheus-operator-crd");
        return List.of(
                CHARTS.resolve("linkerd-multus-crds/templates/linkerdmultuses.yaml"),
                CHARTS.resolve("linkerd-multus-crds/templates/linkerdconfigs.yaml"),
                ATTACHMENTS,
                ValidatorPrograms.ofCluster("localkube", "github.com/openshift/api")
                        .resolve("security/v1/zz_generated.crd-manifests")
                        .resolve("0000_03_config-operator_01_securitycontextconstraints.crd.yaml"),
                ValidatorPrograms.ofCluster("tools-operators", "github.com/operator-framework/api")
                        .resolve("crds/operators.coreos.com_clusterserviceversions.yaml"),
                monitoring.resolve("monitoring.coreos.com_podmonitors.yaml"),
                monitoring.resolve("monitoring.coreos.com_servicemonitors.yaml"),
                monitoring.resolve("monitoring.coreos.com_prometheusrules.yaml"),
                ValidatorPrograms.definitions("github.com/cert-manager/cert-manager")
                        .resolve("deploy/crds/cert-manager.io_certificates.yaml"));
    }

    @Test
    void everyRenderingOfTheChartsIsValid(@TempDir Path renderings) throws Exception {
        var charts = ChartRenderings.count();
        assertThat(charts).isGreaterThan(25);

        ask(
                "charts",
                List.of(ValidatorPrograms.kubeconform(), ValidatorPrograms.helm()),
                List.of(),
                () -> {
                    ChartRenderings.write(renderings);
                    return kubeconform(renderings);
                },
                answer -> assertThat(valid("charts", answer)).isGreaterThan(25 * charts));
    }

    @Test
    void theOperandIsValid() throws Exception {
        ask("operand", OPERAND, answer -> assertThat(valid("operand", answer)).isGreaterThan(50));
    }

    @Test
    void theBundleIsValid() throws Exception {
        ask(
                "bundle",
                ROOT.resolve("openshift/bundle"),
                answer -> assertThat(valid("bundle", answer)).isEqualTo(6));
    }

    /** What the console fills its forms with, and makes the namespace from. */
    @Test
    void theBundlesExamplesAreValid(@TempDir Path folder) throws Exception {
        var manifest = ROOT.resolve("openshift/bundle/manifests/linkerd-multus.clusterserviceversion.yaml");
        var annotations = new YAMLMapper().readTree(manifest.toFile()).at("/metadata/annotations");
        for (var name : List.of("initialization-resource", "suggested-namespace-template")) {
            var object = annotations.path("operatorframework.io/" + name).asText();
            Files.writeString(folder.resolve(name + ".json"), object);
        }
        var examples =
                new ObjectMapper().readTree(annotations.path("alm-examples").asText());
        for (var example : examples) {
            Files.writeString(folder.resolve("example-" + example.path("kind").asText() + ".json"), example.toString());
        }

        ask(
                "examples",
                List.of(ValidatorPrograms.kubeconform()),
                List.of(manifest),
                () -> kubeconform(folder),
                answer -> assertThat(valid("the bundle's examples", answer)).isEqualTo(2 + examples.size()));
    }

    @Test
    void schemasRefuseWhatTheApiServerWould(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("wrong.yaml"), """
                {apiVersion: v1, kind: Service, metadata: {name: misspelled}, spec: {port: []}}
                ---
                {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: nothing-required}, spec: {}}
                ---
                {apiVersion: multus.linkerd.io/v1alpha1, kind: LinkerdMultus, metadata: {name: cluster}, spec: {mod: nad}}
                ---
                {apiVersion: k8s.cni.cncf.io/v1, kind: NetworkAttachmentDefinition, metadata: {label: {}}, spec: {config: ""}}
                ---
                {apiVersion: v1, kind: Unheard, metadata: {name: of}}
                """);

        ask("wrong", List.of(ValidatorPrograms.kubeconform()), List.of(), () -> kubeconform(folder), answer -> {
            assertThat(answer.said().succeeded()).isFalse();
            assertThat(answer.said().output())
                    .contains("'port' not allowed", "missing properties 'selector', 'template'", "'mod' not allowed")
                    .contains(
                            "'label' not allowed",
                            "could not find schema for Unheard",
                            "Valid: 0, Invalid: 4, Errors: 1");
        });
    }

    private static void ask(String what, Path folder, KeptAnswers.Judge judge)
            throws IOException, InterruptedException {
        ask(what, List.of(ValidatorPrograms.kubeconform()), List.of(folder), () -> kubeconform(folder), judge);
    }

    /** What the test itself makes its input of is known by this package's code. */
    private static void ask(
            String what,
            List<Path> programs,
            List<Path> inputs,
            KeptAnswers.Validator validator,
            KeptAnswers.Judge judge)
            throws IOException, InterruptedException {
        var all = Stream.concat(SCHEMA_SOURCES.stream(), inputs.stream()).toList();
        ValidatorPrograms.kept().ask(new Question(programs, List.of(what), all, Explained.nothing()), validator, judge);
    }

    /** {@return how many objects there are, which is how many are valid} */
    private static int valid(String title, Answer answer) {
        var said = answer.said();
        System.out.println(
                answer.titled("kubeconform, " + title) + ": " + said.output().strip());
        assertThat(said.succeeded()).as(said.output() + said.errors()).isTrue();
        var summary = SUMMARY.matcher(said.output());
        assertThat(summary.find()).as(said.output()).isTrue();
        assertThat(summary.group(2)).isEqualTo(summary.group(1));
        return Integer.parseInt(summary.group(1));
    }

    private static Programs.Outcome kubeconform(Path folder) throws IOException, InterruptedException {
        makeSchemas();
        var arguments = new ArrayList<>(List.of("-strict", "-summary", "-ignore-filename-pattern", OTHERS));
        arguments.add("-schema-location");
        arguments.add(schemas + "/{{.Group}}_{{.ResourceAPIVersion}}_{{.ResourceKind}}.json");
        arguments.add(folder.toString());
        return ValidatorPrograms.run(ValidatorPrograms.kubeconform(), arguments.toArray(String[]::new));
    }
}
