// SPDX-License-Identifier: Apache-2.0
/**
 * A real Kubernetes API server on loopback: etcd and kube-apiserver, without nodes, controllers or root.
 * What is started here ends with the JVM, however that ends.
 */
@NullMarked
package io.linkerd.multus.localcluster.apiserver;

import org.jspecify.annotations.NullMarked;
