// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.build;

import io.linkerd.multus.controller.training.ControllerWorkload;
import io.linkerd.multus.daemon.training.MultusWorkload;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.Workload;
import io.linkerd.multus.installer.training.InstallerWorkload;
import io.linkerd.multus.webhook.training.WebhookWorkload;

/** Which work each service is trained with: its module's source folder {@code src/training/java}, which is compiled here. */
public final class Workloads {
    private Workloads() {}

    /** {@return a new one for {@code service}} */
    public static Workload of(Service service) {
        return switch (service) {
            case INSTALLER -> new InstallerWorkload();
            case CONTROLLER -> new ControllerWorkload();
            case WEBHOOK -> new WebhookWorkload();
            case MULTUS -> new MultusWorkload();
            case CLI -> throw new IllegalArgumentException("the command line is rehearsed instead: CommandLineBuild");
        };
    }
}
