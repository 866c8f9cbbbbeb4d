// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SortedMap;

/** The folders of one node, with a primary network and plugins that are scripts. */
record WireNode(Path folder) {
    private static final String PLUGIN = """
            #!/bin/sh
            type=${0##*/}
            made="@FOLDER@/ledger/$CNI_CONTAINERID.$CNI_IFNAME"
            { echo "$CNI_COMMAND $type $CNI_IFNAME $CNI_NETNS $CNI_PATH $CNI_ARGS"; cat; echo; } >> "@FOLDER@/calls/${CNI_CONTAINERID:-none}"
            [ -f "@FOLDER@/fails/$CNI_COMMAND.$type" ] && { echo '{"code":50,"msg":"planned","details":"by the test"}'; exit 1; }
            case $CNI_COMMAND.$type in
            ADD.failing) echo '{"code":11,"msg":"try later","details":"by the test"}'; exit 1 ;;
            ADD.*) : > "$made"
                cat <<JSON
            {"cniVersion":"1.0.0","interfaces":[{"name":"$CNI_IFNAME","mac":"0a:58:0a:01:02:03","mtu":1400,"sandbox":"$CNI_NETNS"}],
            "ips":[{"interface":0,"address":"10.1.2.3/24","gateway":"10.1.2.1"}],"routes":[{"dst":"0.0.0.0/0","gw":"10.1.2.1"}],
            "dns":{"nameservers":["10.1.0.10"]}}
            JSON
                ;;
            DEL.*) rm -f "$made" ;;
            CHECK.*) [ -f "$made" ] || { echo '{"code":101,"msg":"no such interface"}'; exit 1; } ;;
            esac
            exit 0
            """;

    /**
     * A node in an empty folder.
     *
     * @param cniVersion that of its configurations
     * @param asUpstream sets the switch of ours that the daemon's configuration has
     */
    static WireNode in(Path folder, String cniVersion, boolean asUpstream) throws IOException {
        var node = new WireNode(folder);
        for (var name : new String[] {"net.d", "bin", "cni", "conf", "ledger", "calls", "fails"}) {
            Files.createDirectories(folder.resolve(name));
        }
        for (var type : new String[] {"main", "red", "blue", "failing"}) {
            var plugin = Files.writeString(
                    folder.resolve("bin").resolve(type), PLUGIN.replace("@FOLDER@", folder.toString()));
            Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(
                folder.resolve("net.d").resolve("10-main.conflist"),
                "{\"cniVersion\":\"" + cniVersion + "\",\"name\":\"main-net\",\"plugins\":[{\"type\":\"main\"}]}");
        Files.writeString(
                node.daemonConfig(),
                node.config(cniVersion).replace("@SWITCHES@", asUpstream ? ",\"upstreamErrorCodes\":true" : ""));
        return node;
    }

    Path daemonConfig() {
        return folder.resolve("daemon-config.json");
    }

    Path socket() {
        return folder.resolve("s").resolve("multus.sock");
    }

    Path bin() {
        return folder.resolve("bin");
    }

    /** What the container runtime reads. */
    Path generated() {
        return folder.resolve("net.d").resolve("00-multus.conf");
    }

    /** From now on the plugin refuses that command, with a CNI error. */
    void fail(String command, String type) throws IOException {
        Files.writeString(folder.resolve("fails").resolve(command + "." + type), "");
    }

    void failNoMore(String command, String type) throws IOException {
        Files.deleteIfExists(folder.resolve("fails").resolve(command + "." + type));
    }

    /** Takes an interface away behind the plugins' backs. */
    void lose(String container, String name) throws IOException {
        Files.delete(folder.resolve("ledger").resolve(container + "." + name));
    }

    /** {@return what there is of a container: files of the daemon and the shim, interfaces, and with what plugins were called} */
    SortedMap<String, String> kept(String container) throws IOException {
        return KeptFiles.of(container, folder, List.of("cni", "ledger", "calls"));
    }

    private String config(String cniVersion) {
        return """
                {"cniVersion":"@VERSION@","socketDir":"@/s","daemonSocketDir":"@/s","multusAutoconfigDir":"@/net.d","multusConfigFile":"auto",
                "cniConfigDir":"@/net.d","binDir":"@/bin","cniDir":"@/cni","confDir":"@/conf","logLevel":"verbose","logToStderr":true,
                "namespaceIsolation":true@SWITCHES@}""".replace("@VERSION@", cniVersion).replace("@/", folder + "/");
    }
}
