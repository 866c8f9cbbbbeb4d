// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.localcluster.LocalClusterSettings;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts the classes of a run that have not had their cluster yet. A cluster at rest takes a quarter of a processor from all others, so each
 * ends with the last class that has it.
 */
public final class ClusterUse implements TestExecutionListener {
    private static final Map<LocalClusterSettings, Integer> LEFT = new ConcurrentHashMap<>();

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        for (var root : plan.getRoots()) {
            for (var test : plan.getDescendants(root)) {
                wanted(test).map(MeshExtension::settings).ifPresent(cluster -> LEFT.merge(cluster, 1, Integer::sum));
            }
        }
    }

    /** Notes that a class of that cluster has run; {@return whether it was the last one} */
    static boolean endsWith(LocalClusterSettings cluster) {
        return LEFT.computeIfPresent(cluster, (_, left) -> left == 1 ? null : left - 1) == null;
    }

    private static Optional<WithMesh> wanted(TestIdentifier test) {
        return test.getSource()
                .filter(ClassSource.class::isInstance)
                .map(ClassSource.class::cast)
                .flatMap(source -> AnnotationSupport.findAnnotation(source.getJavaClass(), WithMesh.class));
    }
}
