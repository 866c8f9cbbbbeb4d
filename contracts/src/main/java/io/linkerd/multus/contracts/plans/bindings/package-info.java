// SPDX-License-Identifier: Apache-2.0
/**
 * Which RoleBindings let Linkerd's service accounts run under an SCC, which right its policy controller lacks on OpenShift, and what is to
 * be done about both in a namespace. What has our name and is not ours stays as it is, and a person is told.
 */
@NullMarked
package io.linkerd.multus.contracts.plans.bindings;

import org.jspecify.annotations.NullMarked;
