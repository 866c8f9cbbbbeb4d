// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

/** {@code LINKERD_MULTUS_PLATFORM}: said by a person, or to be found out. */
public enum PlatformSetting {
    AUTO,
    OPENSHIFT,
    KUBERNETES
}
