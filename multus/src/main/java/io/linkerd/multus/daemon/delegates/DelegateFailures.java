// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.PluginConfig;
import io.linkerd.multus.daemon.requests.CniError;

/** What is said when a network fails, with upstream's words. Codes of plugins are kept, which upstream loses. */
final class DelegateFailures {
    private final Delegate delegate;
    private final String network;

    DelegateFailures(Delegate delegate) {
        this.delegate = delegate;
        this.network = delegate.config().name();
    }

    /** {@return what the container runtime is told of an ADD that has failed} */
    CniError added(CniError why, CallContext context) {
        var pod = context.arguments().pod();
        return why.within("[" + pod.namespace() + "/" + pod.name() + "/" + pod.uid() + ":" + network
                + "]: error adding container to network " + quoted(network) + ": ");
    }

    /** {@return why the interface cannot be made} */
    CniError interfaceRefused(CniError why) {
        return why.within("DelegateAdd: cannot set " + quoted(delegate.config().type()) + " interface name to "
                + quoted(delegate.interfaceName()) + ": ");
    }

    CniError added(CniError why, PluginConfig plugin) {
        return isList() ? why.within("plugin " + described(plugin) + " failed (add): ") : why;
    }

    CniError deleted(CniError why, PluginConfig plugin) {
        return isList()
                ? why.within(deletedList() + "conflistDel: error in getting result from DelNetworkList: plugin "
                        + described(plugin) + " failed (delete): ")
                : why.within(deletedPlugin() + "error in getting result from DelNetwork: ");
    }

    CniError checked(CniError why) {
        return why.within(
                isList()
                        ? "DelegateCheck: error invoking ConflistCheck - " + quoted(network)
                                + ": conflistCheck: error in getting result from CheckNetworkList: "
                        : "DelegateCheck: error invoking DelegateCheck - "
                                + quoted(delegate.config().type()) + ": error in getting result from CheckNetwork: ");
    }

    CniError status(PluginAnswer answer, CniError why) {
        return answer instanceof PluginAnswer.NotFound
                ? why.within(
                        isList() ? "error in STATUS command: " : "error in getting result from StatusNetworkList: ")
                : why;
    }

    /** {@return why the configuration cannot be taken apart for a command} */
    CniError unreadable(PluginCommand command, String reason) {
        var single = "error in converting the raw bytes to conf: " + reason;
        return CniError.of(
                switch (command) {
                    case ADD ->
                        isList() ? "conflistAdd: error converting the raw bytes into a conflist: " + reason : single;
                    case DEL ->
                        isList()
                                ? deletedList() + "conflistDel: error converting the raw bytes into a conflist: "
                                        + reason
                                : deletedPlugin() + single;
                    case CHECK ->
                        isList()
                                ? "DelegateCheck: error invoking ConflistCheck - " + quoted(network)
                                        + ": conflistCheck: error converting the raw bytes into a conflist: " + reason
                                : "DelegateCheck: error invoking DelegateCheck - "
                                        + quoted(delegate.config().type()) + ": " + single;
                    case STATUS, GC -> single;
                });
    }

    private boolean isList() {
        return delegate.config().isList();
    }

    private String deletedList() {
        return "DelegateDel: error invoking ConflistDel - " + quoted(network) + ": ";
    }

    private String deletedPlugin() {
        return "DelegateDel: error invoking DelegateDel - "
                + quoted(delegate.config().type()) + ": ";
    }

    private static String described(PluginConfig plugin) {
        return "type=" + quoted(plugin.type()) + (plugin.name().isEmpty() ? "" : " name=" + quoted(plugin.name()));
    }

    private static String quoted(String text) {
        return GoText.quote(text);
    }
}
