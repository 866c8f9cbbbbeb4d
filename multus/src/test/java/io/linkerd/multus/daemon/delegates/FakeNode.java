// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plugins that leave something on a node with each ADD, even one that fails, and take it away with DEL; and what is kept there of results. A call is
 * known by its number, from 1.
 */
final class FakeNode implements Plugins, DelegateHooks {
    final List<String> calls = new ArrayList<>();
    final List<String> stdins = new ArrayList<>();
    final Set<String> attached = new LinkedHashSet<>();
    final Map<String, String> results = new HashMap<>();
    private final Map<Integer, CniError> failing = new HashMap<>();
    private final Map<Integer, String> printing = new HashMap<>();
    private final Map<String, CniError> refused = new HashMap<>();
    private final Map<String, CniError> notKept = new HashMap<>();
    private final Set<String> faults = new LinkedHashSet<>();

    FakeNode fails(int call, CniError error) {
        failing.put(call, error);
        return this;
    }

    FakeNode prints(int call, String output) {
        printing.put(call, output);
        return this;
    }

    FakeNode refuses(String interfaceName, CniError error) {
        refused.put(interfaceName, error);
        return this;
    }

    FakeNode keepsNot(String interfaceName, CniError error) {
        notKept.put(interfaceName, error);
        return this;
    }

    FakeNode faultBefore(String interfaceName) {
        faults.add(interfaceName);
        return this;
    }

    @Override
    public PluginAnswer call(PluginCall call, Deadline deadline) {
        var name = call.environment().getOrDefault("CNI_IFNAME", "");
        calls.add(call.command() + " " + call.type() + (name.isEmpty() ? "" : " " + name));
        stdins.add(call.stdin());
        var error = Optional.ofNullable(failing.get(calls.size()));
        switch (call.command()) {
            case ADD -> attached.add(call.type() + " " + name);
            case DEL -> {
                if (error.isEmpty()) {
                    attached.remove(call.type() + " " + name);
                }
            }
            case CHECK, STATUS, GC -> {}
        }
        if (call.type().equals("absent")) {
            return new PluginAnswer.NotFound("failed to find plugin \"absent\" in path [/opt/cni/bin]");
        }
        return error.<PluginAnswer>map(PluginAnswer.Failed::new).orElseGet(() -> new PluginAnswer.Done(output(call)));
    }

    private String output(PluginCall call) {
        var usual = call.command() == PluginCommand.ADD
                ? "{\"from\":\"" + call.type() + "\",\"seen\":" + previous(call) + "}"
                : "";
        return printing.getOrDefault(calls.size(), usual);
    }

    private static String previous(PluginCall call) {
        var json = Delegated.valueOf(
                JsonText.read(call.stdin(), JsonLimits.ofLength(1 << 20).build()));
        return json.root()
                .text("prevResult", "from")
                .map(type -> "\"" + type + "\"")
                .orElse("null");
    }

    /** {@return whom a result is of} */
    static Optional<String> from(String result) {
        JsonValue root = Delegated.valueOf(
                        JsonText.read(result, JsonLimits.ofLength(1 << 20).build()))
                .root();
        return root.text("from");
    }

    @Override
    public Optional<CniError> beforeAdd(Delegate delegate) {
        if (faults.contains(delegate.interfaceName())) {
            throw new IllegalStateException("planned");
        }
        return Optional.ofNullable(refused.get(delegate.interfaceName()));
    }

    @Override
    public Optional<CniError> added(AddedNetwork network) {
        results.put(network.delegate().interfaceName(), network.result());
        return Optional.ofNullable(notKept.get(network.delegate().interfaceName()));
    }

    @Override
    public Optional<String> result(Delegate delegate) {
        return Optional.ofNullable(results.get(delegate.interfaceName()));
    }

    @Override
    public void deleted(Delegate delegate, Optional<CniError> error) {
        if (error.isEmpty()) {
            results.remove(delegate.interfaceName());
        }
    }
}
