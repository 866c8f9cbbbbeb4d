// SPDX-License-Identifier: Apache-2.0
/**
 * Kubernetes manifests: read from files with variables of the environment, applied server-side, and remembered by name, so that what was
 * applied can be removed whatever has become of the file. No content is ever printed: it may be secret.
 */
@NullMarked
package io.linkerd.multus.installer.verbs.manifests;

import org.jspecify.annotations.NullMarked;
