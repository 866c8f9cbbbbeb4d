// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import java.util.Set;

/** Where a new pod would find Linkerd's plugin, as far as the installers of our release tell. */
public sealed interface Installers {

    /** {@return whether nothing speaks against it that a pod which is made anew on that node would find the plugin} It may be empty. */
    boolean serve(String node);

    /** Our release installs the plugin: a node has it once its installer is ready. */
    record Ready(Set<String> nodes) implements Installers {
        /** Copies. */
        public Ready {
            nodes = Set.copyOf(nodes);
        }

        @Override
        public boolean serve(String node) {
            return node.isEmpty() || nodes.contains(node);
        }
    }

    /** Something else than our release installs the plugin ({@code installer.enabled=false}), so nothing is known of it. */
    record OfAnother() implements Installers {
        @Override
        public boolean serve(String node) {
            return true;
        }
    }
}
