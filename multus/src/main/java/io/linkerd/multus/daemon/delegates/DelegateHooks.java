// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.requests.CniError;
import java.util.Optional;

/** What is done around the calls of plugins: in the sandbox, and with what is kept on the node. */
public interface DelegateHooks {

    /** {@return why the network's interface cannot be made; before its first plugin is called} Upstream begins with {@code validateIfName}. */
    Optional<CniError> beforeAdd(Delegate delegate);

    /** Keeps the result, and does what the pod asks for beside; {@return what could not be done, in full: the networks are then taken away again} */
    Optional<CniError> added(AddedNetwork network);

    /** {@return the result of ADD that was kept, in the version of the network's configuration} */
    Optional<String> result(Delegate delegate);

    /** Forgets the result where there is no error, and in any case what describes the network's device. */
    void deleted(Delegate delegate, Optional<CniError> error);
}
