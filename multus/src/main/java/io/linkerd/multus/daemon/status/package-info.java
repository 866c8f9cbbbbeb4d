// SPDX-License-Identifier: Apache-2.0
/**
 * What Kubernetes is told of a pod's networks: the annotation with the addresses and interfaces that the pod got, and Events.
 * Byte for byte Multus' own words, since programs read them.
 */
@NullMarked
package io.linkerd.multus.daemon.status;

import org.jspecify.annotations.NullMarked;
