// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.nio.file.Path;

/** Where an identity was written. */
public record IdentityFiles(Path certificate, Path privateKey) {}
