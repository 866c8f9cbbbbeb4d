// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.junit;

import io.linkerd.multus.localcluster.plan.Profile;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs a class' tests with a local cluster. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LocalClusterExtension.class)
public @interface WithCluster {
    /** Classes with the same name, profile and size share a cluster. */
    String name() default "test";

    /** Which kind. */
    Profile profile() default Profile.OPENSHIFT;

    /** How many nodes, 1 to 3. */
    int nodes() default 2;
}
