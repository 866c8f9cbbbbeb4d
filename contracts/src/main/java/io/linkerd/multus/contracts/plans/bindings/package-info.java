// SPDX-License-Identifier: Apache-2.0
/**
 * Which RoleBindings let Linkerd's service accounts run under an SCC, and what is to be done about the one of a namespace.
 * A binding of our name that is not ours stays as it is, and a person is told.
 */
@NullMarked
package io.linkerd.multus.contracts.plans.bindings;

import org.jspecify.annotations.NullMarked;
