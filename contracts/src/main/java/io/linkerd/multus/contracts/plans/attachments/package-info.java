// SPDX-License-Identifier: Apache-2.0
/**
 * What becomes of the attachment of a namespace: whether it gets one, what that says, when it goes, and what a person is told.
 * The configuration comes from Linkerd's ConfigMap, and every change is made only to what is ours.
 */
@NullMarked
package io.linkerd.multus.contracts.plans.attachments;

import org.jspecify.annotations.NullMarked;
