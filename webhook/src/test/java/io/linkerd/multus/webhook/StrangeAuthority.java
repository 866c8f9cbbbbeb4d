// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import java.nio.charset.StandardCharsets;

/** An authority that has nothing to do with us; its key was thrown away. */
public final class StrangeAuthority {
    private static final String PEM = """
            -----BEGIN CERTIFICATE-----
            MIIBfjCCASOgAwIBAgIUMmhOuW45k/nnDBTC9NzzirrCEswwCgYIKoZIzj0EAwIw
            EzERMA8GA1UEAwwIc3RyYW5nZXIwIBcNMjYxMTIxMTIwMzAzWhgPMjEyNjEwMjgx
            MjAzMDNaMBMxETAPBgNVBAMMCHN0cmFuZ2VyMFkwEwYHKoZIzj0CAQYIKoZIzj0D
            AQcDQgAExAFJ7uxuKkiMEW25y6MQdh3jsi7QVyIfL8H4s4QOUCIsvu1+/D4V280A
            yaSrwDAq61r3GvS4MRx7kACu6rRtGaNTMFEwHQYDVR0OBBYEFIiyo49rVwrXiFot
            7bvAYYWH0N0sMB8GA1UdIwQYMBaAFIiyo49rVwrXiFot7bvAYYWH0N0sMA8GA1Ud
            EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAPZvcO1KZLPKQBQ7haBYI/K4
            +VroO2SpXi2y/R8H8QzUAiEA/4qPj9J7yZbab+sWeX9C8mo45J8fSuXvba+Drudv
            84I=
            -----END CERTIFICATE-----
            """;

    private StrangeAuthority() {}

    /** {@return its certificate} */
    public static byte[] pem() {
        return PEM.getBytes(StandardCharsets.US_ASCII);
    }
}
