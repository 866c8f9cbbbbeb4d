// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** Has the classes of one cluster follow each other, so that it need not wait for its last one; no test relies on it. */
final class ClustersInTurn implements ClassOrderer {
    @Override
    public void orderClasses(ClassOrdererContext context) {
        context.getClassDescriptors().sort(Comparator.comparing(ClustersInTurn::cluster));
    }

    private static String cluster(ClassDescriptor test) {
        return test.findAnnotation(WithMesh.class)
                .map(wanted -> MeshExtension.settings(wanted).name())
                .orElse("");
    }
}
