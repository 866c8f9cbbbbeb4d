// SPDX-License-Identifier: Apache-2.0
/**
 * What the controller and the command line plan alike: whose an object is, what is to be done about it, and what a person is told; below it the
 * plans of attachments and of bindings. All of it is pure, so that the command line asks the same questions about objects in a file.
 */
@NullMarked
package io.linkerd.multus.contracts.plans;

import org.jspecify.annotations.NullMarked;
