// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.acceptance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Runs a class' tests in a cluster without OpenShift's admission, laid out as upstream's Multus has it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OnPlainKubernetes {}
