// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;

/** Tells people who look at the node ({@code kubectl describe node}) what they have to know. */
@FunctionalInterface
public interface NodeEvents {

    /** Tells it, unless it was told a short while ago; returns at once. */
    void tell(Reason reason, String note);

    /** What an Event is about; the name is its reason. */
    enum Reason {
        /** What the node runs was found out. */
        PlatformRecognised(false),
        /** What the node runs has its folders elsewhere than where the installer can write. */
        PlatformUnfit(true),
        /** The plugin is a program for another architecture than the node's. */
        PluginUnfit(true),
        /** Somebody else keeps undoing what we do. */
        FileContested(true),
        /** A network of the node cannot have the plugin in it. */
        NetworkLeftAlone(true);

        private final boolean warning;

        Reason(boolean warning) {
            this.warning = warning;
        }

        Notice notice(String node, String note) {
            var subject = Subject.node(node);
            return warning ? Notice.warning(subject, name(), note) : Notice.normal(subject, name(), note);
        }
    }
}
