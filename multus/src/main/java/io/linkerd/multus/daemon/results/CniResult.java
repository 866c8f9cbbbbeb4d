// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;

/**
 * What a plugin answers to ADD, in the form of the version that it answered in. What libcni knows of that version is kept, and nothing else,
 * so that each reader finds what it would find with Multus.
 *
 * @see <a href="https://github.com/containernetworking/cni/tree/v1.3.0/pkg/types">libcni's types and conversions</a>
 */
public sealed interface CniResult permits ResultByFamily, ResultByInterface {
    /** Of a plugin's output: usual are some hundred bytes. */
    JsonLimits LIMITS = JsonLimits.ofLength(1 << 20).values(100_000).build();

    /** {@return the version in whose form it is} */
    ResultVersion version();

    /** {@return what it says of name resolution} */
    Dns dns();

    /**
     * {@return the result that a plugin has printed, or what is wrong with it}
     *
     * @param configVersion {@code cniVersion} of the configuration that the plugin was given, which counts where the result names none
     */
    static Result<CniResult> ofPlugin(byte[] output, String configVersion) {
        return JsonValue.read(output, LIMITS).then(result -> ResultReading.ofPlugin(result, configVersion));
    }

    /** {@return a result that was kept, or what is wrong with it} */
    static Result<CniResult> ofCache(JsonValue result) {
        return ResultReading.ofCache(result);
    }

    /** {@return the same in the form of another version, or why that cannot be} Plugins take it as {@code prevResult} in their own one. */
    Result<CniResult> in(ResultVersion other);

    /** {@return the same in the newest form} */
    ResultByInterface newest();

    /** {@return as JSON, as libcni writes it} */
    String json();

    /** {@return the answer to a shim that reads 1.0.0 or 1.1.0, and converts it for the runtime} */
    default String answer(ResultVersion told) {
        return new ObjectText().json("Result", newest().listed(told).json()).toString();
    }
}
