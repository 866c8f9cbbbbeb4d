// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.ReleaseSettings;
import io.linkerd.multus.service.departure.DaemonSetWatch;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiClient;
import io.linkerd.multus.service.kube.ApiPath;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;

/**
 * The DaemonSet that our release's installer goes on as when ours goes: the chart gives it Linkerd's name while it replaces Linkerd's CNI
 * chart. It takes the node over from the journal, as a DaemonSet does that was made anew.
 */
@Singleton
public final class Successor {
    /** The chart says by this label of which release a DaemonSet is an installer: others may have one of the same name. */
    static final String INSTALLER_OF = "multus.linkerd.io/installer-of";

    private final ApiClient api;
    private final ReleaseSettings release;

    Successor(InstallerSettings settings, ApiClient api) {
        this.api = api;
        this.release = settings.release();
    }

    /** {@return its name, if it stands for certain} No answer is none: after an uninstall nobody may ask. */
    public Optional<String> standing(Duration deadline) {
        return release.successor().filter(name -> switch (api.call(ApiCall.metadata(path(name)), deadline)) {
            case ApiAnswer.Answered(var daemonSet) -> isOurs(daemonSet);
            case ApiAnswer.Failed(var _) -> false;
        });
    }

    private String path(String name) {
        return ApiPath.of(DaemonSetWatch.collection(release.namespace()), name);
    }

    private boolean isOurs(JsonValue daemonSet) {
        return !daemonSet.has("metadata", "deletionTimestamp")
                && daemonSet
                        .text("metadata", "labels", INSTALLER_OF)
                        .filter(release.release()::equals)
                        .isPresent();
    }
}
