// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.containers;
import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChartTest {
    private static final String INSTALLER = "mesh-installer";
    private static final String WEBHOOK_CONFIGURATION = "zz-mesh-webhook";
    private static final String ATTACHMENT_CONFIGURATION = "mesh-webhook-attachments";
    private static final String CONFIG_CONFIGURATION = "mesh-webhook-linkerdconfigs";

    @Test
    void lintsWithoutAWarning() {
        var result = Chart.lint();

        assertThat(result.isFailed()).isFalse();
        assertThat(result.getMessages()).allMatch(message -> message.startsWith("[INFO]"));
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void rendersForEveryWayToInstall(String values) {
        assertThat(Chart.renderCi(values).all()).hasSizeGreaterThan(25).allSatisfy(object -> {
            assertThat(texts(object.at("/metadata/labels"))).contains("linkerd-multus", "Helm", Chart.RELEASE);
            assertThat(object.path("kind").asText()).isNotIn("Namespace", "Secret");
            // Events of nodes lie in the namespace default.
            assertThat(object.at("/metadata/namespace").asText())
                    .isIn("", object.at("/metadata/name").asText().endsWith("-events") ? "default" : Chart.NAMESPACE);
        });
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void podsShareNothingWithTheirNode(String values) {
        assertThat(podsButMultus(values)).hasSize(3).allSatisfy(pod -> {
            var spec = pod.path("spec");
            assertThat(spec.path("hostNetwork").asBoolean())
                    .isEqualTo(runsThePluginForEveryPod(pod) || isAskedByApiServersThatReachNodesAlone(values, spec));
            assertThat(spec.has("hostPID") || spec.has("hostIPC")).isFalse();
            assertThat(spec.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
            assertThat(containers(pod)).isNotEmpty().allSatisfy(container -> isConfined(values, container));
        });
    }

    /** Multus' daemon is what starts plugins, with the rights that these need: {@link MultusPartTest}. */
    private static Stream<JsonNode> podsButMultus(String values) {
        return Chart.renderCi(values)
                .pods()
                .filter(pod -> !pod.at("/spec/serviceAccountName").asText().equals(MultusRendering.NAME));
    }

    /** Only there would the plugin gate the very pod that mends it. */
    private static boolean runsThePluginForEveryPod(JsonNode pod) {
        return List.of("chained", "auxiliary").contains(variable(pod.at("/spec/containers/0"), "LINKERD_MULTUS_MODE"));
    }

    private static boolean isAskedByApiServersThatReachNodesAlone(String values, JsonNode spec) {
        return values.equals("hostnetwork-values.yaml")
                && spec.path("serviceAccountName").asText().equals("mesh-webhook");
    }

    private static void isConfined(String values, JsonNode container) {
        var context = container.path("securityContext");
        assertThat(context.path("privileged").asBoolean(true)).isFalse();
        assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        // The folders of the node belong to another user there: PlatformNeedsTest.
        var added = values.equals("kubespray-values.yaml")
                        && container.path("name").asText().equals("installer")
                ? ",\"add\":[\"DAC_OVERRIDE\"]"
                : "";
        assertThat(context.path("capabilities").toString()).isEqualTo("{\"drop\":[\"ALL\"]" + added + "}");
        assertThat(container.path("terminationMessagePolicy").asText()).isEqualTo("FallbackToLogsOnError");
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void podsAreNeitherMeshedNorGivenSettingsByTheKubelet(String values) {
        assertThat(Chart.renderCi(values).pods()).allSatisfy(pod -> {
            assertThat(pod.at("/metadata/annotations/linkerd.io~1inject").asText())
                    .isEqualTo("disabled");
            assertThat(pod.at("/spec/enableServiceLinks").asBoolean(true)).isFalse();
            assertThat(pod.path("spec").has("automountServiceAccountToken")).isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void onlyTheInstallerIsRootAndSeesTheNode(String values) {
        assertThat(podsButMultus(values))
                .filteredOn(pod -> !pod.at("/spec/serviceAccountName").asText().equals(INSTALLER))
                .allSatisfy(pod -> {
                    assertThat(pod.at("/spec/securityContext/runAsNonRoot").asBoolean())
                            .isTrue();
                    assertThat(elements(pod.at("/spec/volumes"))).noneMatch(volume -> volume.has("hostPath"));
                });
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void aStartMayTakeTwoMinutes(String values) {
        assertThat(Chart.renderCi(values).pods()).allSatisfy(pod -> {
            var probe = pod.at("/spec/containers/0/livenessProbe");
            var lastTry = probe.path("initialDelaySeconds").asInt()
                    + (probe.path("failureThreshold").asInt() - 1)
                            * probe.path("periodSeconds").asInt();
            assertThat(lastTry).isGreaterThanOrEqualTo(120);
        });
    }

    @Test
    void installerMountsWhatThePlatformHas() {
        assertThat(hostFolders("openshift"))
                .containsExactlyInAnyOrder("/etc/cni", "/var/lib/linkerd-multus", "/var/lib/cni/bin");
        for (var platform : List.of("kubernetes", "auto")) {
            assertThat(hostFolders(platform))
                    .containsExactlyInAnyOrder("/etc/cni", "/var/lib/linkerd-multus", "/opt", "/var/lib/cni");
        }
        assertThat(hostFolders("rancher-desktop"))
                .containsExactlyInAnyOrder("/etc/cni", "/var/lib/linkerd-multus", "/usr/libexec/cni", "/var/lib/cni");
    }

    /** A Role in the namespace may be gone before the installer asks whether that is being deleted. */
    @Test
    void installerMayWatchItsNamespaceByAClusterRole() {
        var rules = Chart.render(Map.of()).one("ClusterRole", INSTALLER).path("rules");

        assertThat(elements(rules)
                        .filter(rule -> rule.path("resources").toString().equals("[\"namespaces\"]")))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.path("verbs").toString()).isEqualTo("[\"get\",\"list\",\"watch\"]");
                    assertThat(rule.path("resourceNames")).hasSize(1);
                });
    }

    @Test
    void installerTakesOverFromTheReleasesThatAreNamed() {
        var named = Chart.render(Map.of(
                        "installer.takeOverFrom[0]",
                        "linkerd-multus/old",
                        "installer.takeOverFrom[1]",
                        "gone/linkerd-multus"))
                .one("DaemonSet", INSTALLER)
                .at("/spec/template/spec/containers/0");

        assertThat(variable(named, "LINKERD_MULTUS_TAKE_OVER_FROM"))
                .isEqualTo("linkerd-multus/old,gone/linkerd-multus");
    }

    private static Stream<String> hostFolders(String platform) {
        var pod = Chart.renderFor(platform).one("DaemonSet", INSTALLER).at("/spec/template/spec");
        var mounts = elements(pod.at("/containers/0/volumeMounts")).toList();
        return elements(pod.path("volumes"))
                .filter(volume -> volume.has("hostPath"))
                .map(volume -> volume.at("/hostPath/path").asText())
                .peek(path -> assertThat(mounts)
                        .anyMatch(mount -> mount.path("mountPath").asText().equals("/host" + path)));
    }

    /** Of one below /opt, that was mounted alone: an upgrade made nodes unready whose folder is a link out of it. */
    @ParameterizedTest
    @ValueSource(strings = {"/opt/cni/bin", "/opt/other/bin", "/srv/cni/bin"})
    void installerTakesTheFolderThatItIsTold(String folder) {
        var container = Chart.render(Map.of("installer.cniBinDir", folder))
                .one("DaemonSet", INSTALLER)
                .at("/spec/template/spec/containers/0");

        assertThat(variable(container, "DEST_CNI_BIN_DIR")).isEqualTo(folder);
        assertThat(container.path("volumeMounts").findValuesAsText("mountPath"))
                .contains("/host" + folder)
                .doesNotContain("/host/opt");
    }

    @Test
    void onOpenShiftPodsRunUnderTheConstraintsThatAreMeantForThem() {
        var objects = Chart.renderFor("openshift");

        var constraints = objects.one("SecurityContextConstraints", INSTALLER);
        assertThat(constraints.path("allowPrivilegedContainer").asBoolean(true)).isFalse();
        assertThat(constraints.path("allowHostNetwork").asBoolean(true)).isFalse();
        assertThat(texts(constraints.path("requiredDropCapabilities"))).containsExactly("ALL");
        assertThat(constraints.at("/seLinuxContext/seLinuxOptions/type").asText())
                .isEqualTo("spc_t");
        assertThat(objects.pods()
                        .map(pod -> pod.at("/metadata/annotations/openshift.io~1required-scc")
                                .asText()))
                .containsExactlyInAnyOrder(INSTALLER, "restricted-v2", "restricted-v2");
        assertThat(objects.pods()
                        .filter(pod ->
                                !pod.at("/spec/serviceAccountName").asText().equals(INSTALLER)))
                .noneMatch(pod -> pod.at("/spec/securityContext").has("runAsUser"));
    }

    @Test
    void elsewhereThereAreNoConstraints() {
        var objects = Chart.renderFor("kubernetes");

        assertThat(objects.ofKind("SecurityContextConstraints")).isEmpty();
        assertThat(objects.find("ClusterRole", "mesh-controller-scc")).isEmpty();
        assertThat(objects.pods())
                .noneMatch(pod -> pod.at("/metadata/annotations").has("openshift.io/required-scc"));
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void rolesNameWhatTheyAreFor(String values) {
        var namedOnly = Map.of(
                "secrets", "mesh-webhook-ca",
                "serviceaccounts/token", "mesh-plugin",
                "mutatingwebhookconfigurations", WEBHOOK_CONFIGURATION,
                "validatingwebhookconfigurations", CONFIG_CONFIGURATION + "( " + ATTACHMENT_CONFIGURATION + ")?",
                "network-attachment-definitions", "linkerd-cni",
                "services", "kubernetes",
                "daemonsets", INSTALLER + " linkerd-cni|" + MultusRendering.NAME);

        assertThat(Chart.renderCi(values).rules()).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule.toString()).doesNotContain("*");
            // What is posted has no name yet when the right to do so is looked for.
            boolean posted = rule.path("resources").toString().equals("[\"secrets\"]")
                    && rule.path("verbs").toString().equals("[\"create\"]");
            // Whose pods are outdated is seen of all workloads, which are changed by none of these rules.
            boolean seen = rule.path("resources").toString().equals("[\"deployments\",\"statefulsets\",\"daemonsets\"]")
                    && rule.path("verbs").toString().equals("[\"get\",\"list\",\"watch\"]");
            // Multus reads whichever ones pods name.
            boolean attached = values.equals("multus-values.yaml")
                    && rule.path("resources").toString().equals("[\"network-attachment-definitions\"]")
                    && rule.path("verbs").toString().equals("[\"get\",\"list\",\"watch\"]");
            texts(rule.path("resources")).stream()
                    .filter(resource -> namedOnly.containsKey(resource) && !posted && !seen && !attached)
                    .forEach(resource -> assertThat(String.join(" ", texts(rule.path("resourceNames"))))
                            .matches(namedOnly.get(resource)));
        });
    }

    @Test
    void nobodyMakesAWebhookConfigurationAgainThatWasRemoved() {
        assertThat(Chart.renderFor("kubernetes").rules())
                .filteredOn(rule -> texts(rule.path("resources")).toString().contains("webhookconfigurations"))
                .hasSize(2)
                .allSatisfy(rule -> assertThat(texts(rule.path("verbs")))
                        .containsExactly("get", "list", "watch", "patch", "delete"));
    }

    /** Who takes part in judging attachments: its configuration, the right to keep it, and the setting that says to. */
    private static List<Boolean> judgesAttachments(Rendering objects) {
        var webhook = objects.one("Deployment", "mesh-webhook").at("/spec/template/spec/containers/0");
        return List.of(
                objects.find("ValidatingWebhookConfiguration", ATTACHMENT_CONFIGURATION)
                        .isPresent(),
                objects.rules()
                        .filter(rule -> texts(rule.path("resources")).contains("validatingwebhookconfigurations"))
                        .anyMatch(rule -> texts(rule.path("resourceNames")).contains(ATTACHMENT_CONFIGURATION)),
                List.of(variable(webhook, "LINKERD_MULTUS_VALIDATING_WEBHOOK_CONFIGURATIONS")
                                .split(","))
                        .contains(ATTACHMENT_CONFIGURATION));
    }

    @ParameterizedTest
    @CsvSource({
        "kubernetes, auto, true",
        "kubernetes, enabled, true",
        "kubernetes, disabled, false",
        "openshift, auto, false",
        "openshift, enabled, true",
        "openshift, disabled, false",
        "auto, auto, false",
        "auto, enabled, true"
    })
    void attachmentsAreJudgedWhereThePlatformDoesNotOrWhereItIsSaid(String platform, String said, boolean judged) {
        assertThat(judgesAttachments(
                        Chart.render(Map.of("global.platform", platform, "webhook.attachmentValidation", said))))
                .containsOnly(judged);
    }

    @Test
    void judgingAttachmentsStandsInNobodysWay() {
        var configuration =
                Chart.renderFor("kubernetes").one("ValidatingWebhookConfiguration", ATTACHMENT_CONFIGURATION);
        var webhook = configuration.at("/webhooks/0");

        assertThat(configuration.path("webhooks")).hasSize(1);
        assertThat(webhook.path("failurePolicy").asText()).isEqualTo("Ignore");
        assertThat(webhook.path("sideEffects").asText()).isEqualTo("None");
        assertThat(webhook.path("clientConfig").has("caBundle")).isFalse();
        assertThat(webhook.at("/clientConfig/service/path").asText())
                .isEqualTo("/validate/network-attachment-definitions");
        assertThat(texts(webhook.at("/rules/0/operations"))).containsExactly("CREATE", "UPDATE");
        assertThat(texts(webhook.at("/rules/0/resources"))).containsExactly("network-attachment-definitions");
        assertThat(texts(webhook.at("/namespaceSelector/matchExpressions/0/values")))
                .containsExactly(Chart.NAMESPACE, "kube-system", "kube-public", "kube-node-lease");
        assertThat(webhook.at("/matchConditions/1/expression").asText())
                .isEqualTo(
                        "request.userInfo.username != 'system:serviceaccount:" + Chart.NAMESPACE + ":mesh-controller'");
    }

    /** Whatever the platform, and whether the cluster knows the kind yet or not: pods are admitted while it is down. */
    @ParameterizedTest
    @ValueSource(strings = {"kubernetes", "openshift", "auto"})
    void judgingLinkerdConfigsStandsInNobodysWay(String platform) {
        var objects = Chart.renderFor(platform);
        var configuration = objects.one("ValidatingWebhookConfiguration", CONFIG_CONFIGURATION);
        var webhook = configuration.at("/webhooks/0");

        assertThat(configuration.path("webhooks")).hasSize(1);
        assertThat(webhook.path("failurePolicy").asText()).isEqualTo("Ignore");
        assertThat(webhook.path("sideEffects").asText()).isEqualTo("None");
        assertThat(webhook.path("clientConfig").has("caBundle")).isFalse();
        assertThat(webhook.at("/clientConfig/service/path").asText()).isEqualTo("/validate/linkerdconfigs");
        assertThat(webhook.at("/rules/0").toString())
                .isEqualTo(
                        "{\"apiGroups\":[\"config.linkerd.io\"],\"apiVersions\":[\"v1alpha1\"],\"operations\":[\"CREATE\","
                                + "\"UPDATE\"],\"resources\":[\"linkerdconfigs\"],\"scope\":\"Cluster\"}");
        assertThat(webhook.has("namespaceSelector")).isFalse();
        var container = objects.one("Deployment", "mesh-webhook").at("/spec/template/spec/containers/0");
        assertThat(variable(container, "LINKERD_MULTUS_VALIDATING_WEBHOOK_CONFIGURATIONS")
                        .split(","))
                .contains(CONFIG_CONFIGURATION);
        assertThat(objects.rules()
                        .filter(rule -> texts(rule.path("resources")).contains("validatingwebhookconfigurations")))
                .singleElement()
                .satisfies(rule -> assertThat(texts(rule.path("resourceNames"))).contains(CONFIG_CONFIGURATION));
    }

    @Test
    void controllerGivesOneRightOfThePlatformsAndNoOther() {
        var rules = elements(Chart.renderFor("openshift")
                .one("ClusterRole", "mesh-controller-scc")
                .path("rules"));

        assertThat(rules)
                .extracting(rule -> texts(rule.path("resourceNames")))
                .containsExactly(
                        List.of("mesh-scc", "linkerd-multus-scc-nonroot-v2"),
                        List.of("system:openshift:scc:nonroot-v2"));
    }

    @Test
    void controllerMayEvictPodsOnlyWhileItRepairsThem() {
        var on = Chart.render(Map.of());
        var off = Chart.render(Map.of("controller.repair.enabled", "false"));

        assertThat(elements(on.one("ClusterRole", "mesh-controller-repair").path("rules")))
                .extracting(rule -> texts(rule.path("resources")), rule -> texts(rule.path("verbs")))
                .containsExactly(
                        tuple(List.of("pods"), List.of("list", "watch")),
                        tuple(List.of("pods/eviction"), List.of("create")));
        assertThat(on.find("ClusterRoleBinding", "mesh-controller-repair")).isPresent();
        assertThat(off.find("ClusterRole", "mesh-controller-repair")).isEmpty();
        assertThat(off.find("ClusterRoleBinding", "mesh-controller-repair")).isEmpty();
        assertThat(off.rules().filter(rule -> texts(rule.path("resources")).contains("pods/eviction")))
                .isEmpty();
        assertThat(variable(
                        off.one("Deployment", "mesh-controller").at("/spec/template/spec/containers/0"),
                        "LINKERD_MULTUS_REPAIR"))
                .isEqualTo("false");
    }

    /** An eviction asks PodDisruptionBudgets, and every supported API server serves it: a right to delete pods goes around them. */
    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void noAccountOfOursMayDeletePods(String values) {
        assertThat(Chart.renderCi(values).rules()).isNotEmpty().noneMatch(Rendering::deletesPods);
    }

    @Test
    void pluginMayOnlyRead() {
        assertThat(elements(Chart.renderFor("openshift")
                        .one("ClusterRole", "mesh-plugin")
                        .path("rules")))
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(texts(rule.path("verbs"))).containsExactly("get"));
    }

    @Test
    void webhookSeesFinishedMeshedPodsOfOtherNamespaces() {
        var configuration = Chart.renderFor("openshift").one("MutatingWebhookConfiguration", WEBHOOK_CONFIGURATION);
        var webhook = configuration.at("/webhooks/0");

        assertThat(WEBHOOK_CONFIGURATION).isGreaterThan("linkerd-tap-injector-webhook-config");
        assertThat(webhook.path("clientConfig").has("caBundle")).isFalse();
        assertThat(texts(webhook.at("/rules/0/operations"))).containsExactly("CREATE");
        assertThat(texts(webhook.at("/namespaceSelector/matchExpressions/0/values")))
                .containsExactly(Chart.NAMESPACE, "kube-system", "kube-public", "kube-node-lease");
        assertThat(webhook.at("/matchConditions/0/expression").asText()).contains("linkerd-proxy");
        assertThat(webhook.at("/matchConditions/1/expression").asText())
                .isEqualTo("!request.namespace.startsWith('openshift-')");
        assertThat(webhook.path("reinvocationPolicy").asText()).isEqualTo("IfNeeded");
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void installerWritesTheKubeconfigThatAttachmentsPointTo(String values) {
        var objects = Chart.renderCi(values);
        var installer = objects.pods()
                .map(pod -> pod.at("/spec/containers/0"))
                .filter(container -> container.path("name").asText().equals("installer"))
                .findAny()
                .orElseThrow();
        var controller = objects.one("Deployment", "mesh-controller").at("/spec/template/spec/containers/0");

        assertThat(variable(installer, "DEST_CNI_NET_DIR") + "/" + variable(installer, "KUBECONFIG_FILE_NAME"))
                .isEqualTo(variable(controller, "LINKERD_MULTUS_KUBECONFIG_PATH"));
    }

    /** A changed path reached attachments in seconds and nodes one by one: each has to know how far the other is. */
    @ParameterizedTest
    @CsvSource({"Use, mesh-installer", "Replace, linkerd-cni"})
    void installerAndControllerAskEachOtherWhichKubeconfigIsNamed(String cniChart, String daemonSet) {
        var objects = Chart.render(Map.of("global.linkerd.cniChart", cniChart));
        var installer = objects.ofKind("DaemonSet").findAny().orElseThrow().at("/spec/template/spec/containers/0");
        var controller = objects.one("Deployment", "mesh-controller").at("/spec/template/spec/containers/0");

        assertThat(variable(controller, "LINKERD_MULTUS_INSTALLER")).isEqualTo(daemonSet);
        assertThat(elements(objects.one("Role", "mesh-controller").path("rules"))
                        .filter(rule -> texts(rule.path("resources")).contains("daemonsets")))
                .singleElement()
                .satisfies(rule -> assertThat(texts(rule.path("resourceNames"))).contains(daemonSet))
                .satisfies(rule -> assertThat(texts(rule.path("verbs"))).containsExactly("get"));
        assertThat(variable(installer, "LINKERD_MULTUS_CONTROLLER_LEASE"))
                .isEqualTo(variable(controller, "LINKERD_MULTUS_LEASE"));
        assertThat(elements(objects.one("Role", "mesh-installer").path("rules"))
                        .filter(rule -> texts(rule.path("resources")).contains("leases")))
                .singleElement()
                .satisfies(rule -> assertThat(texts(rule.path("resourceNames"))).containsExactly("mesh-controller"))
                .satisfies(rule -> assertThat(texts(rule.path("verbs"))).containsExactly("get"));
    }

    /** Chained, what calls the plugin is written by the installer that writes the kubeconfig: nothing else may name it. */
    @Test
    void chainedNoKubeconfigIsKeptForAttachments() {
        var objects = Chart.render(Map.of("global.mode", "chained"));
        var installer = objects.one("DaemonSet", INSTALLER).at("/spec/template/spec/containers/0");

        assertThat(variable(installer, "LINKERD_MULTUS_CONTROLLER_LEASE")).isEmpty();
        assertThat(elements(objects.one("Role", INSTALLER).path("rules")))
                .noneMatch(rule -> texts(rule.path("resources")).contains("leases"));
    }

    @Test
    void webhookAndControllerLeaveTheSameNamespacesAlone() {
        var objects = Chart.renderCi("everything-values.yaml");
        var controller = objects.one("Deployment", "mesh-controller").at("/spec/template/spec/containers/0");

        assertThat(texts(objects.one("MutatingWebhookConfiguration", WEBHOOK_CONFIGURATION)
                        .at("/webhooks/0/namespaceSelector/matchExpressions/0/values")))
                .containsExactly(variable(controller, "LINKERD_MULTUS_EXCLUDED_NAMESPACES")
                        .split(","));
        assertThat(variable(controller, "LINKERD_MULTUS_EXCLUDE_OPENSHIFT")).isEqualTo("false");
    }

    @Test
    void thePlatformsNamespacesCanBeLetIn() {
        assertThat(Chart.render(Map.of("global.excludeOpenShiftNamespaces", "false"))
                        .one("MutatingWebhookConfiguration", WEBHOOK_CONFIGURATION)
                        .at("/webhooks/0/matchConditions"))
                .hasSize(1);
    }

    @Test
    void partsCanBeLeftOut() {
        assertThat(Chart.render(Map.of("controller.enabled", "false", "webhook.enabled", "false"))
                        .pods())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"installer", "controller", "webhook"})
    void whatThePartsMadeIsKeptWhileAPartIsSwitchedOff(String part) {
        var objects = Chart.render(Map.of(part + ".enabled", "false"));

        assertThat(objects.one("ClusterRole", "mesh-owner").path("rules")).isEmpty();
        // What version 0.1 made is owned by the parts' own roles.
        assertThat(objects.find("ClusterRole", "mesh-controller")).isPresent();
        assertThat(objects.find("ClusterRole", "mesh-webhook")).isPresent();
        assertThat(objects.pods()
                        .flatMap(Rendering::containers)
                        .map(container -> variable(container, "LINKERD_MULTUS_OWNER"))
                        .filter(owner -> !owner.isEmpty()))
                .isNotEmpty()
                .containsOnly("mesh-owner");
    }

    @Test
    void commonLabelsAreOnEveryObjectAndPod() {
        var objects = Chart.render(Map.of("global.commonLabels.team", "mesh"));

        assertThat(objects.all())
                .allSatisfy(object ->
                        assertThat(object.at("/metadata/labels/team").asText()).isEqualTo("mesh"));
        assertThat(objects.pods())
                .allSatisfy(pod ->
                        assertThat(pod.at("/metadata/labels/team").asText()).isEqualTo("mesh"));
    }

    @Test
    void aPartTakesMoreVariables() {
        var container = Chart.render(Map.of("webhook.env[0].name", "A", "webhook.env[0].value", "b"))
                .one("Deployment", "mesh-webhook")
                .at("/spec/template/spec/containers/0");

        assertThat(variable(container, "A")).isEqualTo("b");
    }

    @Test
    void controllerAndWebhookAreToldTheSameOfTheAttachments() {
        var asIs = Chart.render(Map.of());
        var shared = Chart.render(Map.of("global.attachments.scope", "Shared", "global.attachments.namespace", "nets"));

        for (var part : new String[] {"mesh-controller", "mesh-webhook"}) {
            assertThat(attachments(asIs, part)).containsExactly("per-namespace", "default");
            assertThat(attachments(shared, part)).containsExactly("shared", "nets");
        }
    }

    private static Stream<String> attachments(Rendering rendering, String deployment) {
        var container = rendering.one("Deployment", deployment).at("/spec/template/spec/containers/0");
        return Stream.of("LINKERD_MULTUS_ATTACHMENT_SCOPE", "LINKERD_MULTUS_ATTACHMENT_NAMESPACE")
                .map(name -> variable(container, name));
    }

    @Test
    void bindsTheKnownServiceAccountsOfExtensionsByName() {
        var container =
                Chart.render(Map.of()).one("Deployment", "mesh-controller").at("/spec/template/spec/containers/0");

        assertThat(variable(container, "LINKERD_MULTUS_SCC_SERVICE_ACCOUNTS").split(","))
                .contains("linkerd-destination", "linkerd-viz/tap", "linkerd-multicluster/linkerd-gateway")
                .hasSize(13);
    }
}
