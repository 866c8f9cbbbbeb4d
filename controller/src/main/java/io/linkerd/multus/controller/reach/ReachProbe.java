// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.reach.plan.ReachLook;
import io.linkerd.multus.controller.reach.plan.WebhookPods;
import io.linkerd.multus.controller.settings.LeaseSettings;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks once.
 *
 * @param lease ours, which is changed as a dry run
 * @param webhook name of its Deployment, which is asked for where no answer comes
 */
record ReachProbe(ControllerContext context, LeaseSettings lease, String webhook) {
    private static final ApiResource<Lease> LEASES = new ApiResource<>("leases", KubernetesClient::leases);
    private static final ApiResource<Deployment> DEPLOYMENTS =
            new ApiResource<>("deployments.apps", client -> client.apps().deployments());

    /** The Lease is renewed every two seconds, by another thread of ours: between our reading it and our dry run at times. */
    private static final int TRIES = 3;

    private static final String HTTPS = "https";

    /**
     * {@return what it found}
     *
     * @throws ApiException where the API server did not do what it was asked for
     */
    ReachLook look() {
        for (int tries = 0; tries < TRIES; tries++) {
            try {
                return isAnswered() ? new ReachLook.Answered() : withoutAnswer();
            } catch (ApiException e) {
                if (!(e.failure() instanceof ApiFailure.Conflict)) {
                    throw e;
                }
            }
        }
        return new ReachLook.Unclear("our Lease changed each time that it was to be sent");
    }

    private boolean isAnswered() {
        return LEASES.read(context.client(), lease.namespace(), lease.name())
                .map(ReachProbe::asking)
                .map(asking -> context.writes().updateDry(LEASES, asking))
                .map(ReachProbe::labels)
                .map(labels -> labels.get(LinkerdMultus.REACH_LABEL))
                .filter(LinkerdMultus.REACH_ANSWERED::equals)
                .isPresent();
    }

    private static Lease asking(Lease seen) {
        return new LeaseBuilder(seen)
                .editMetadata()
                .addToLabels(LinkerdMultus.REACH_LABEL, LinkerdMultus.REACH_ASKED)
                .endMetadata()
                .build();
    }

    private static Map<String, String> labels(Lease lease) {
        return Optional.ofNullable(lease.getMetadata().getLabels()).orElse(Map.of());
    }

    /** A webhook that is away, on its way or of a version that does not answer is no sign of a way that is closed. */
    private ReachLook withoutAnswer() {
        var found = DEPLOYMENTS.read(context.client(), lease.namespace(), webhook);
        if (found.isEmpty()) {
            return new ReachLook.Away("there is no Deployment " + webhook);
        }
        var deployment = found.get();
        if (!answers(deployment.getMetadata())) {
            return new ReachLook.Away("the webhook is of a version that is not asked");
        }
        var status = Optional.ofNullable(deployment.getStatus());
        if (number(status, DeploymentStatus::getReadyReplicas) == 0) {
            return new ReachLook.Away("no replica of the webhook is ready");
        }
        return isRolledOut(deployment.getMetadata(), status)
                ? new ReachLook.Missed(pods(deployment))
                : new ReachLook.Unclear("the webhook is being rolled out");
    }

    /** The chart says so of a webhook whose configuration has the entry. */
    private static boolean answers(ObjectMeta metadata) {
        return LinkerdMultus.REACH_ANSWERED.equals(Optional.ofNullable(metadata.getAnnotations())
                .map(annotations -> annotations.get(LinkerdMultus.REACH_LABEL))
                .orElse(""));
    }

    private static boolean isRolledOut(ObjectMeta metadata, Optional<DeploymentStatus> status) {
        return number(status, DeploymentStatus::getReplicas) == number(status, DeploymentStatus::getUpdatedReplicas)
                && number(status, DeploymentStatus::getObservedGeneration)
                        >= Objects.requireNonNullElse(metadata.getGeneration(), 0L);
    }

    /** What a status does not say is 0. */
    private static long number(
            Optional<DeploymentStatus> status, Function<DeploymentStatus, ? extends @Nullable Number> field) {
        return status.map(field).map(Number::longValue).orElse(0L);
    }

    private static WebhookPods pods(Deployment deployment) {
        var metadata = deployment.getMetadata();
        var spec = deployment.getSpec().getTemplate().getSpec();
        int port = spec.getContainers().stream()
                .flatMap(container -> container.getPorts().stream())
                .filter(each -> HTTPS.equals(each.getName()))
                .map(ContainerPort::getContainerPort)
                .findFirst()
                .orElse(0);
        return new WebhookPods(
                new Subject("apps/v1", "Deployment", metadata.getNamespace(), metadata.getName(), metadata.getUid()),
                port,
                Boolean.TRUE.equals(spec.getHostNetwork()));
    }
}
