// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.localcluster.plan.Profile;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a class' tests with a {@link Mesh}, in the cluster that all classes of the profile share. What a test does to Linkerd's
 * configuration is undone after it, and the namespaces that it made are removed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MeshExtension.class)
@interface WithMesh {
    /** The kind of cluster: of two nodes on OpenShift, of one on plain Kubernetes. */
    Profile profile() default Profile.OPENSHIFT;

    /** Whether the chart is installed before each test, with its defaults; else a test finds what the one before it left. */
    boolean installed() default true;

    /** Whether the cluster is one of its own, with the Operator Lifecycle Manager; nothing of ours is installed then. */
    boolean olm() default false;
}
