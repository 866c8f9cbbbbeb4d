// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * All that workloads are compared with, at one moment. For one thread.
 *
 * @param mesh Linkerd's ConfigMaps
 * @param budgets of all namespaces
 */
record Scene(Mesh mesh, List<Budget> budgets, Function<String, Place> read, Map<String, Place> places) {

    /**
     * What is so for all workloads of a namespace.
     *
     * @param change that a new pod has
     * @param answers what the injector answered, by the namespace's words and the template
     */
    record Place(
            ExpectedPods expected,
            ChangeDigest change,
            BiFunction<ExpectedPods, Template, Optional<InjectedParts>> answers) {

        /** {@return what the injector answered for a template; empty where it was not asked} */
        Optional<InjectedParts> asked(Template template) {
            return answers.apply(expected, template);
        }
    }

    /** Each place is read once by {@code read}. */
    Scene(Mesh mesh, List<Budget> budgets, Function<String, Place> read) {
        this(mesh, List.copyOf(budgets), read, new HashMap<>());
    }

    Place place(String namespace) {
        return places.computeIfAbsent(namespace, read);
    }
}
