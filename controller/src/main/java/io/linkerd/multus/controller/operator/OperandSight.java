// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.util.List;
import java.util.stream.Stream;

/** What is watched of an operand, and of what is in its way. */
record OperandSight(OperandObjects objects, InstallerNodes nodes, ReleaseController controller)
        implements AutoCloseable {
    void start() {
        objects.start();
        nodes.start();
        controller.start();
    }

    boolean isComplete() {
        return objects.isComplete() && nodes.isComplete() && controller.isComplete();
    }

    List<String> whyNotReady() {
        return Stream.of(objects.whyNotReady(), nodes.whyNotReady(), controller.whyNotReady())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void close() {
        controller.close();
        nodes.close();
        objects.close();
    }
}
