// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * Container runtimes that run a pod in a sandbox with a network stack of its own, as far as the names of their RuntimeClasses tell. Redirect rules
 * that a CNI plugin makes in the pod's network namespace on the node do not reach traffic that gVisor's stack sends
 * (<a href="https://github.com/linkerd/linkerd2/issues/15611">linkerd2#15611</a>), nor all of what goes to and from Kata's guest
 * (<a href="https://github.com/kata-containers/kata-containers/issues/13208">kata-containers#13208</a>).
 */
public final class SandboxedRuntime {
    private static final Set<String> WORDS = Set.of("gvisor", "runsc", "kata", "katacontainers");

    private SandboxedRuntime() {}

    /**
     * {@return whether a RuntimeClass of this name, or a handler, is one of them} A word of it says so: {@code gvisor} and {@code runsc}, which is
     * gVisor's program, or {@code kata}, as in {@code kata-qemu}, OpenShift's {@code kata-remote} and AKS' {@code kata-mshv-vm-isolation}.
     */
    public static boolean isNamedBy(String runtimeClass) {
        return Arrays.stream(runtimeClass.toLowerCase(Locale.ROOT).split("[-._]"))
                .anyMatch(WORDS::contains);
    }
}
