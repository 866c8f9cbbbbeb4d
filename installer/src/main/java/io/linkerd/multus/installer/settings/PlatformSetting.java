// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.util.Locale;

/** {@code LINKERD_MULTUS_PLATFORM}: said by a person, or to be found out. */
public enum PlatformSetting {
    AUTO,
    MICROSHIFT,
    OPENSHIFT,
    K3D,
    K3S,
    K3S_LEGACY,
    RKE2,
    MICROK8S,
    GKE,
    BOTTLEROCKET,
    EKS,
    AKS,
    MINIKUBE,
    KIND,
    TALOS,
    K0S,
    RANCHER_DESKTOP,
    TKGI,
    KUBESPRAY,
    KUBERNETES;

    /** {@return the name as people write it} */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
