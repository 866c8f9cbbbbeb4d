// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.localcluster.plan.Profile;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * One class at a time has a cluster. Most classes share the first one of OpenShift; all other clusters have one lock together, so that no
 * more than two are at work at a time.
 */
final class ClusterLock implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForClass(Class<?> test) {
        var wanted = AnnotationSupport.findAnnotation(test, WithMesh.class).orElseThrow();
        var isFirst = wanted.profile() == Profile.OPENSHIFT && !wanted.olm() && wanted.cluster() == 1;
        return Set.of(new Lock(isFirst ? "the first cluster" : "the other clusters"));
    }

    @Override
    public Set<Lock> provideForMethod(List<Class<?>> enclosing, Class<?> test, Method method) {
        return Set.of();
    }
}
