// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import io.linkerd.multus.daemon.shim.ShimCall;
import io.linkerd.multus.daemon.wire.WireRuntime.Sandbox;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/** A few calls of a container runtime, of which the last is looked at. */
record Scenario(String name, Steps steps) {
    private static final String NAME_IS_MISSING = "{\"cniVersion\":\"1.0.0\",\"type\":\"multus-shim\"}";
    private static final String CHECK = "CHECK";
    private static final String STATUS = "STATUS";

    /** What the runtime does. */
    @FunctionalInterface
    interface Steps {
        Seen run(WireRuntime runtime) throws IOException, InterruptedException;
    }

    /** Whether it has a command that came with CNI 1.1. */
    boolean isOfNewCommand() {
        return name.startsWith("GC") || name.startsWith(STATUS);
    }

    static List<Scenario> all() {
        return List.of(
                new Scenario("the generated configuration", runtime -> {
                    var sandbox = runtime.unknown();
                    return runtime.seen(sandbox, 0, runtime.config());
                }),
                add("ADD", ""),
                add("ADD, two networks", "red, blue@extra"),
                add("ADD, a network that is not there", "green"),
                add("ADD, a network of another namespace", "other/red"),
                add("ADD, an annotation that is none", "a/b/c"),
                add("ADD, JSON that is none", "[{"),
                add("ADD, a plugin that fails", "failing"),
                new Scenario("ADD, another pod of the name", runtime -> {
                    var sandbox = runtime.asking("");
                    return runtime.call("ADD", new Sandbox(sandbox.pod(), "of-another", sandbox.container()));
                }),
                new Scenario("ADD, an unknown pod", runtime -> runtime.call("ADD", runtime.unknown())),
                changed("ADD, no pod in CNI_ARGS", call -> call.with("CNI_ARGS", "IgnoreUnknown=1")),
                changed("ADD, CNI_ARGS that are none", call -> call.with("CNI_ARGS", "K8S_POD_NAMESPACE=a=b")),
                changed("ADD, no container", call -> call.without("CNI_CONTAINERID")),
                changed("ADD, no command", call -> call.with("CNI_COMMAND", "WALK")),
                version("0.2.0"),
                version("0.3.1"),
                version("0.4.0"),
                version("9.9.9"),
                stdin("{"),
                stdin(""),
                stdin("[]"),
                stdin("null"),
                stdin("{\"cniVersion\":7}"),
                stdin(NAME_IS_MISSING),
                new Scenario("CHECK", runtime -> runtime.call(CHECK, added(runtime))),
                new Scenario("CHECK, the interface is gone", runtime -> {
                    var sandbox = added(runtime);
                    runtime.stand().node.lose(sandbox.container(), "eth0");
                    return runtime.call(CHECK, sandbox);
                }),
                new Scenario("DEL", runtime -> runtime.call("DEL", added(runtime))),
                new Scenario("DEL, again", runtime -> {
                    var sandbox = added(runtime);
                    runtime.call("DEL", sandbox);
                    return runtime.call("DEL", sandbox);
                }),
                new Scenario("DEL, an unknown pod", runtime -> runtime.call("DEL", runtime.unknown())),
                new Scenario(
                        "DEL, a plugin that fails",
                        runtime -> failing("DEL", "main", runtime, added(runtime), runtime.config())),
                new Scenario("GC", runtime -> {
                    var sandbox = added(runtime);
                    return collected(
                            runtime, sandbox, "{\"containerID\":\"" + sandbox.container() + "\",\"ifname\":\"eth0\"}");
                }),
                new Scenario("GC, of a container that is not named", runtime -> collected(runtime, added(runtime), "")),
                network("GC, before there was GC", "GC", "1.0.0"),
                network(STATUS, STATUS, "1.1.0"),
                network("STATUS, before there was STATUS", STATUS, "1.0.0"),
                new Scenario(
                        "STATUS, a plugin that fails",
                        runtime -> failing(STATUS, "main", runtime, runtime.unknown(), runtime.config("1.1.0"))),
                network("VERSION", "VERSION", "1.0.0"),
                new Scenario(
                        "ADD, while the daemon starts",
                        runtime -> runtime.callUntilStarted("ADD", runtime.asking("red"))),
                new Scenario("DEL, while the daemon is away", Scenario::deletedMeanwhile),
                new Scenario("DEL, of what the other maker's daemon has added", runtime -> {
                    var sandbox = added(runtime);
                    runtime.stand().replace();
                    return runtime.call("DEL", sandbox);
                }));
    }

    private static Scenario add(String name, String networks) {
        return new Scenario(name, runtime -> runtime.call("ADD", runtime.asking(networks.replace("\"", "\\\""))));
    }

    private static Scenario changed(String name, UnaryOperator<ShimCall> change) {
        return new Scenario(name, runtime -> runtime.call("ADD", runtime.asking(""), runtime.config(), change));
    }

    private static Scenario version(String version) {
        return new Scenario(
                "ADD, CNI " + version,
                runtime -> runtime.call("ADD", runtime.asking(""), runtime.config(version), call -> call));
    }

    private static Scenario stdin(String text) {
        return new Scenario(
                "ADD, on standard input: " + text,
                runtime -> runtime.call("ADD", runtime.asking(""), text, call -> call));
    }

    private static Scenario network(String name, String command, String version) {
        return new Scenario(
                name, runtime -> runtime.call(command, runtime.unknown(), runtime.config(version), call -> call));
    }

    private static Sandbox added(WireRuntime runtime) throws IOException, InterruptedException {
        var sandbox = runtime.asking("red");
        var seen = runtime.call("ADD", sandbox);
        if (seen.exit() != 0) {
            throw new AssertionError(seen);
        }
        return sandbox;
    }

    private static Seen collected(WireRuntime runtime, Sandbox sandbox, String valid)
            throws IOException, InterruptedException {
        var config = runtime.config("1.1.0").strip();
        var named = config.substring(0, config.length() - 1) + ",\"cni.dev/valid-attachments\":[" + valid + "]}";
        return runtime.call("GC", sandbox, named, call -> call);
    }

    private static Seen failing(String command, String type, WireRuntime runtime, Sandbox sandbox, String config)
            throws IOException, InterruptedException {
        runtime.stand().node.fail(command, type);
        try {
            return runtime.call(command, sandbox, config, call -> call);
        } finally {
            runtime.stand().node.failNoMore(command, type);
        }
    }

    private static Seen deletedMeanwhile(WireRuntime runtime) throws IOException, InterruptedException {
        var sandbox = added(runtime);
        var config = runtime.config();
        runtime.stand().stop();
        var seen = runtime.call("DEL", sandbox, config, call -> call);
        runtime.stand().start();
        return runtime.seen(sandbox, seen.exit(), seen.out());
    }
}
