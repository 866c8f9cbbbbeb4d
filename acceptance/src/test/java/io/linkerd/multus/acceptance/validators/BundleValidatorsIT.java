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
        var said = ValidatorPrograms.run(
                ValidatorPrograms.operatorVerify(),
                "manifests",
                "--operatorhub_validate",
                "--object_validate",
                OPENSHIFT.resolve("bundle/manifests").toString());

        // It ends well whatever it found.
        Explained.nothing()
                .and(
                        "RBAC includes permission to create/update poddisruptionbudgets",
                        "the operator keeps the webhook's own, and that one by name alone")
                .and(
                        "The \\\"operatorhub\\\" validator is deprecated",
                        "of the validator that it was told to run; operator-sdk runs the newer ones")
                .judge(
                        "operator-verify manifests",
                        (said.output() + said.errors()).lines().toList());
    }

    @Test
    void theCatalogIsOne() throws Exception {
        var said = ValidatorPrograms.run(
                ValidatorPrograms.opm(),
                "validate",
                OPENSHIFT.resolve("catalog").toString());

        Explained.nothing()
                .judge("opm validate", (said.output() + said.errors()).lines().toList());
        assertThat(said.exitCode()).isZero();
    }

    /** All that it has: those of the suite operatorframework, of the community, and the deprecated one of OperatorHub. */
    @Test
    @EnabledIfSystemProperty(
            named = "validators",
            matches = "true",
            disabledReason = "builds operator-sdk, a minute and a half")
    void operatorSdkHasNoErrorAndNoUnexplainedWarning() throws Exception {
        var said = ValidatorPrograms.run(
                ValidatorPrograms.operatorSdk(),
                "bundle",
                "validate",
                OPENSHIFT.resolve("bundle").toString(),
                // It pulls the images, which are in no registry yet.
                "--select-optional=name!=multiarch",
                "--optional-values=k8s-version=1.35,index-path=" + OPENSHIFT.resolve("bundle.Dockerfile"),
                "--image-builder=none",
                "--output=json-alpha1");

        var answer = new ObjectMapper().readTree(said.output());
        Explained.nothing()
                .and(
                        "Migrate the API(s) for events: ([\"ClusterServiceVersion.Spec.InstallStrategy",
                        "a right names no version: this one is for events.k8s.io/v1, and v1beta1 was removed")
                .and(
                        "The \"operatorhub\" validator is deprecated",
                        "of one of all that it was told to run; the newer ones run beside it")
                .judge("operator-sdk bundle validate", lines(answer));
        assertThat(answer.path("passed").asBoolean()).isTrue();
        assertThat(said.exitCode()).isZero();
    }

    private static List<String> lines(JsonNode answer) {
        return answer.path("outputs")
                .valueStream()
                .map(output -> output.path("type").asText() + ": "
                        + output.path("message").asText())
                .toList();
    }
}
