// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What the Operator Framework's programs say of the bundle and of the catalog: nothing that is not explained here. */
class BundleValidatorsIT {
    private static final Path OPENSHIFT = Path.of("..", "openshift");

    @Test
    void operatorVerifyHasNoErrorAndNoUnexplainedWarning() throws Exception {
        var explained = Explained.nothing()
                .and(
                        "RBAC includes permission to create/update poddisruptionbudgets",
                        "the operator keeps the webhook's own, and that one by name alone")
                .and(
                        "The \\\"operatorhub\\\" validator is deprecated",
                        "of the validator that it was told to run; operator-sdk runs the newer ones");
        var manifests = OPENSHIFT.resolve("bundle/manifests");

        // It ends well whatever it found.
        ValidatorPrograms.ask(
                ValidatorPrograms.operatorVerify(),
                List.of("manifests", "--operatorhub_validate", "--object_validate", manifests.toString()),
                List.of(manifests),
                explained,
                answer -> explained.judge(answer.titled("operator-verify manifests"), answer.lines()));
    }

    @Test
    void theCatalogIsOne() throws Exception {
        var catalog = OPENSHIFT.resolve("catalog");

        ValidatorPrograms.ask(
                ValidatorPrograms.opm(),
                List.of("validate", catalog.toString()),
                List.of(catalog),
                Explained.nothing(),
                answer -> {
                    Explained.nothing().judge(answer.titled("opm validate"), answer.lines());
                    assertThat(answer.said().exitCode()).isZero();
                });
    }

    /** All that it has: those of the suite operatorframework, of the community, and the deprecated one of OperatorHub. */
    @Test
    @EnabledIfSystemProperty(
            named = "validators",
            matches = "true",
            disabledReason = "builds operator-sdk, a minute and a half")
    void operatorSdkHasNoErrorAndNoUnexplainedWarning() throws Exception {
        var bundle = OPENSHIFT.resolve("bundle");
        var dockerfile = OPENSHIFT.resolve("bundle.Dockerfile");
        var explained = Explained.nothing()
                .and(
                        "The \"operatorhub\" validator is deprecated",
                        "of one of all that it was told to run; the newer ones run beside it");

        ValidatorPrograms.ask(
                ValidatorPrograms.operatorSdk(),
                List.of(
                        "bundle",
                        "validate",
                        bundle.toString(),
                        // It pulls the images, which are in no registry yet.
                        "--select-optional=name!=multiarch",
                        "--optional-values=k8s-version=1.35,index-path=" + dockerfile,
                        "--image-builder=none",
                        "--output=json-alpha1"),
                List.of(bundle, dockerfile),
                explained,
                answer -> {
                    var said = new ObjectMapper().readTree(answer.said().output());
                    explained.judge(answer.titled("operator-sdk bundle validate"), lines(said));
                    assertThat(said.path("passed").asBoolean()).isTrue();
                    assertThat(answer.said().exitCode()).isZero();
                });
    }

    private static List<String> lines(JsonNode answer) {
        return answer.path("outputs")
                .valueStream()
                .map(output -> output.path("type").asText() + ": "
                        + output.path("message").asText())
                .toList();
    }
}
