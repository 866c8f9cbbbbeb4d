// SPDX-License-Identifier: Apache-2.0
/**
 * Which namespaces take part.
 * One rule for the service that keeps the attachments and the one that attaches pods to them.
 */
@NullMarked
package io.linkerd.multus.contracts.optin;

import org.jspecify.annotations.NullMarked;
