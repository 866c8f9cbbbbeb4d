// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.localcluster.plan.Profile;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs a class' tests with a {@link Mesh}, in a cluster that classes of the profile share, one class at a time: classes of another
 * cluster, and those that need none, run beside it. What a test does to Linkerd's configuration is undone after it, and the namespaces
 * that it made are deleted.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MeshExtension.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(providers = ClusterLock.class)
@interface WithMesh {
    /** The kind of cluster: of two nodes on OpenShift, of one on plain Kubernetes. */
    Profile profile() default Profile.OPENSHIFT;

    /** Which of two clusters of OpenShift: the second shares its turn with all other clusters. */
    int cluster() default 1;

    /** How each test finds the release; {@link ReleaseState#OWN} for those that install it themselves. */
    ReleaseState release() default ReleaseState.DEFAULT;

    /** Whether the cluster is one of its own, with the Operator Lifecycle Manager; {@link #release} is the test's own then. */
    boolean olm() default false;
}
