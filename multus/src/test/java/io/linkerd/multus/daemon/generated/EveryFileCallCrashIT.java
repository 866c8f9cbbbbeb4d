// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.BrittleFileCalls.Fate;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ends the daemon at every single call that changes a file, and makes each such call fail in other runs. */
class EveryFileCallCrashIT {
    @TempDir
    private Path root;

    /** What the daemon is at when it ends. */
    enum Deed {
        WRITE {
            @Override
            void lay(NodeFolders node) throws IOException {
                node.with("10-a.conf", NodeFolders.PTP);
            }
        },
        REPLACE {
            @Override
            void lay(NodeFolders node) throws IOException {
                node.with("10-a.conf", NodeFolders.PTP).settle();
                node.with("05-b.conf", NodeFolders.PTP);
            }
        },
        MAKE_AGAIN {
            @Override
            void lay(NodeFolders node) throws IOException {
                node.with("10-a.conf", NodeFolders.PTP).settle();
                node.renameAsCilium();
            }
        },
        FORCE_VERSION {
            @Override
            void lay(NodeFolders node) throws IOException {
                node.with("10-a.conf", NodeFolders.network("ptp", "0.3.1"));
            }
        },
        REMOVE {
            @Override
            void lay(NodeFolders node) throws IOException {
                node.with("10-a.conf", NodeFolders.PTP).settle();
                node.renameAsCilium();
                node.settle();
            }

            @Override
            void act(NodeFolders node) throws Exception {
                node.keeper.remove();
            }
        };

        abstract void lay(NodeFolders node) throws IOException;

        void act(NodeFolders node) throws Exception {
            node.settle();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsTornAndTheNextDaemonEndsAsEverWhereverItIsKilled(Deed deed) throws Exception {
        var undisturbed = undisturbed(deed);
        boolean more = true;
        int call = 1;
        for (; more; call++) {
            var calls = new BrittleFileCalls(call, new Fate.Death());
            var node = prepared(deed);
            var before = node.picture();
            node.keeper = node.keeper(calls);
            try {
                deed.act(node);
            } catch (BrittleFileCalls.Killed _) {
                assertThat(calls.cameToIt()).isTrue();
            }
            more = calls.cameToIt();
            assertWhole(node, before, undisturbed);
            deed.act(node.restart(NodeFolders.quick()));
            assertThat(node.picture()).as("after the end at call %d", call).isEqualTo(undisturbed);
        }
        assertThat(call).as("calls").isGreaterThan(3);
    }

    @ParameterizedTest
    @EnumSource
    void itEndsAsEverWhicheverCallTheKernelRefusesOnce(Deed deed) throws Exception {
        var undisturbed = undisturbed(deed);
        boolean more = true;
        for (int call = 1; more; call++) {
            var reason = new FileSystemException("f", null, "Input/output error");
            var calls = new BrittleFileCalls(call, new Fate.Failure(reason));
            var node = prepared(deed);
            var before = node.picture();
            node.keeper = node.keeper(calls);
            actTwice(deed, node);
            more = calls.cameToIt();
            assertWhole(node, before, undisturbed);
            assertThat(node.picture()).as("at call %d", call).isEqualTo(undisturbed);
        }
    }

    private static void actTwice(Deed deed, NodeFolders node) throws Exception {
        try {
            deed.act(node);
        } catch (FileChangeFailed e) {
            assertThat(e).hasMessageContaining("Input/output error");
        }
        deed.act(node);
    }

    private Map<String, String> undisturbed(Deed deed) throws Exception {
        var node = prepared(deed);
        deed.act(node);
        return node.picture();
    }

    private NodeFolders prepared(Deed deed) throws IOException {
        var node = new NodeFolders(root, "\"forceCNIVersion\":true");
        node.clear();
        deed.lay(node);
        return node;
    }

    /** Each file is as it was, or as it is to be; with the hidden ones the runtime has nothing to do. */
    private static void assertWhole(NodeFolders node, Map<String, String> before, Map<String, String> after)
            throws IOException {
        for (var file : node.picture().entrySet()) {
            var name = file.getKey();
            if (!name.startsWith(".")) {
                assertThat(file.getValue())
                        .as(name)
                        .isIn(before.getOrDefault(name, ""), after.getOrDefault(name, ""))
                        .isNotEmpty();
            }
        }
        assertThat(Files.exists(node.folder.resolve("10-a.conf"))).isTrue();
    }
}
