// SPDX-License-Identifier: Apache-2.0
/**
 * What the controller plans: whose an object is, what is to be done about it, and what a person is told.
 * Each kind of plan has a package below. All of it is pure, so that a command line can ask the same questions about objects in a file.
 */
@NullMarked
package io.linkerd.multus.contracts.plans;

import org.jspecify.annotations.NullMarked;
