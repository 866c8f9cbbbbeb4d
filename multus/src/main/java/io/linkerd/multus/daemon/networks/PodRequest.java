// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

/** A pod that is to get its networks, or to lose them. */
public record PodRequest(
        PodIdentity identity, PodAnnotations annotations, Sandbox sandbox, RuntimeConfig runtimeConfig) {}
