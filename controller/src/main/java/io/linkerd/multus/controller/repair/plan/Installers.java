// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Where a new pod would find Linkerd's plugin, as far as the installers of our release tell. */
public sealed interface Installers {

    /** {@return whether nothing speaks against it that a pod which is made anew on that node would find the plugin} It may be empty. */
    boolean serve(String node);

    /** {@return whether nothing speaks against it that a pod that its kubelet took on at that moment found the plugin} By the node's clock. */
    boolean served(String node, Instant started);

    /**
     * Our release installs the plugin: a node has it once its installer is ready.
     *
     * @param since when the installer of each node that has it became ready, by that node's clock
     */
    record Ready(Map<String, Instant> since) implements Installers {
        /** Copies. */
        public Ready {
            since = Map.copyOf(since);
        }

        @Override
        public boolean serve(String node) {
            return node.isEmpty() || since.containsKey(node);
        }

        @Override
        public boolean served(String node, Instant started) {
            return node.isEmpty()
                    || Optional.ofNullable(since.get(node))
                            .filter(started::isAfter)
                            .isPresent();
        }
    }

    /** Something else than our release installs the plugin ({@code installer.enabled=false}), so nothing is known of it. */
    record OfAnother() implements Installers {
        @Override
        public boolean serve(String node) {
            return true;
        }

        @Override
        public boolean served(String node, Instant started) {
            return true;
        }
    }
}
