// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.attachments;

import java.util.List;

/** What is answered for an attachment. */
public sealed interface AttachmentVerdict {

    /** Multus can run it, as far as anybody can tell from it; warnings say what else its owner should know. */
    record Admit(List<String> warnings) implements AttachmentVerdict {
        public Admit {
            warnings = List.copyOf(warnings);
        }
    }

    /** No pod that asks for it would ever start. */
    record Refuse(List<String> reasons) implements AttachmentVerdict {
        public Refuse {
            reasons = List.copyOf(reasons);
        }
    }
}
