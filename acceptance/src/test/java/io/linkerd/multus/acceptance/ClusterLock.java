// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** One class at a time has a cluster. */
final class ClusterLock implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForClass(Class<?> test) {
        var wanted = AnnotationSupport.findAnnotation(test, WithMesh.class).orElseThrow();
        return Set.of(new Lock("cluster " + wanted.profile() + (wanted.olm() ? " with OLM" : "")));
    }

    @Override
    public Set<Lock> provideForMethod(List<Class<?>> enclosing, Class<?> test, java.lang.reflect.Method method) {
        return Set.of();
    }
}
