// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

/** A command of the CNI specification, as a shim passes it on to the daemon. */
public sealed interface CniRequest {

    /** {@return what is to be done} */
    CniCommand command();

    /** {@return the CNI configuration as the runtime sent it; the daemon's own is not laid over it yet} */
    String config();

    /** {@return what went wrong with it, behind what was asked, in upstream's words} */
    String errored(String cause);

    /** {@return the refusal of a request that went wrong with something that has no code} */
    default RequestRefusal refused(String cause) {
        return new RequestRefusal.Plain(errored(cause));
    }

    /** {@return the refusal of a request that went wrong with an error, whose code the container runtime is to have where it has one} */
    RequestRefusal refused(CniError error);

    /**
     * ADD, DEL or CHECK.
     *
     * @param networkNamespace the path of the container's network namespace; empty where it is gone
     * @param interfaceName the interface of the primary network
     * @param args the pod
     * @param attributes what is asked of the interface; only a caller of {@code /delegate} does
     */
    record OfContainer(
            CniCommand command,
            ContainerId containerId,
            String networkNamespace,
            InterfaceName interfaceName,
            CniArgs args,
            String config,
            InterfaceAttributes attributes)
            implements CniRequest {
        @Override
        public String errored(String cause) {
            var words = command == CniCommand.ADD
                    ? "error configuring pod [" + args.podNamespace() + "/" + args.podName() + "] networking: " + cause
                    : cause;
            return new CommandArguments(containerId.value(), networkNamespace, interfaceName.value(), args.text())
                    .errored(words);
        }

        @Override
        public RequestRefusal refused(CniError error) {
            return error.hasCode()
                    ? new RequestRefusal.Coded(error.withMessage(errored(error.message())))
                    : refused(error.text());
        }
    }

    /** GC or STATUS. */
    record OfNetwork(CniCommand command, String config) implements CniRequest {
        @Override
        public String errored(String cause) {
            return CommandArguments.NONE.errored(cause);
        }

        /** Without words of ours: the error is the answer of the network. */
        @Override
        public RequestRefusal refused(CniError error) {
            return error.code() == CniError.UNTOLD ? refused(error.text()) : new RequestRefusal.Coded(error);
        }
    }
}
