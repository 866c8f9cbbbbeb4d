// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.certificates;

/**
 * Certificates of made-up trust anchors, valid from November 2026 to 2126, whose keys were thrown away. Made by {@code openssl req -x509 -nodes
 * -subj /CN=root.linkerd.cluster.local -days 36500} with the key and the digest in their names.
 */
public final class TestCertificates {
    public static final String GOOD = """
        -----BEGIN CERTIFICATE-----
        MIIBoTCCAUegAwIBAgIUf+JzHkGDTLn3MwDx4iskXcsbsCIwCgYIKoZIzj0EAwIw
        JTEjMCEGA1UEAwwacm9vdC5saW5rZXJkLmNsdXN0ZXIubG9jYWwwIBcNMjYxMTI2
        MjEzMDI3WhgPMjEyNjExMDIyMTMwMjdaMCUxIzAhBgNVBAMMGnJvb3QubGlua2Vy
        ZC5jbHVzdGVyLmxvY2FsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEA2u1VBcO
        wK837IitJBIiaGklL7toFOMxxQ0b/mzYTzH2mFYA074mNVeJAMGE6gy9wNxaW9dp
        ZZhH8XlTK762x6NTMFEwHQYDVR0OBBYEFMxXQxTs5337ryY/CVmmuZq2Q94SMB8G
        A1UdIwQYMBaAFMxXQxTs5337ryY/CVmmuZq2Q94SMA8GA1UdEwEB/wQFMAMBAf8w
        CgYIKoZIzj0EAwIDSAAwRQIhAOkViYaJ+yxBiBo68ANsNFlxjYgAvQ2KvbUfT3ZS
        2PMnAiBXRcUjtQ7Xxhe57MPnD8YW2iJfLfwXXYxI5ipsIQVj9Q==
        -----END CERTIFICATE-----
        """;

    public static final String RSA_2048 = """
        -----BEGIN CERTIFICATE-----
        MIIDLTCCAhWgAwIBAgIUF1TJ/ZlES4tdh242CB+H3AGSbvswDQYJKoZIhvcNAQEL
        BQAwJTEjMCEGA1UEAwwacm9vdC5saW5rZXJkLmNsdXN0ZXIubG9jYWwwIBcNMjYx
        MTI2MjEzMDI3WhgPMjEyNjExMDIyMTMwMjdaMCUxIzAhBgNVBAMMGnJvb3QubGlu
        a2VyZC5jbHVzdGVyLmxvY2FsMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC
        AQEAp47dGzeGvp4ZmhPsOLGBWd8cZH15PPrYlj7M+cRTodbtj/e5MQcQmJs3/sF7
        +OFgZZWsNh7ajXF15zYT6/gIqRHQ5tleiyKO2gNugENZWV/BnZWsRWE2CBU4LPo8
        nYLaroT8tqUr6/tQqq/i+jSzVAHnbE7/rUylOpbXomDcFUp9TfaSJ9m85d8MMw3r
        gihPpU7GsZVRIdMUnJaoJT1gpurfF/nTt5ZLr8HW2mCfy5FCvAWWjP6AljueP8p3
        k5XgRGs/ShB6cwqXgRzo296KavQcm1oaIQnbUC6NNQ0mhy3/TosKR69YLnxa6OVj
        MiH7pcH/atbzgE0pGT/kvWnKcwIDAQABo1MwUTAdBgNVHQ4EFgQUcBDWtj4S9uR9
        LgAC3F2s/tQeKdwwHwYDVR0jBBgwFoAUcBDWtj4S9uR9LgAC3F2s/tQeKdwwDwYD
        VR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAipcAo5fEg6gOI/rGKI28
        tsC6wCuwN8n53KmaYRJEr9aTEno3kEWJJxlTNFnaEAXhxzKaq2CFf9dJvMOuzeSk
        ZEDIwbvAryar9nGiWmkP7zdQuSQ09H3CltphT6PG9kxMonJpSRxsZasOrvxn6hYM
        B/9VTl1quH4uUROZG637ZVmZmi5BIf+79sEQv9xOBtfEvgrbiArHrzbvsp2yWrqT
        eX39dbdAUbGqZD8AuG0mDp4R2EJs60KiNfQqrpUTAiQwFScFESGcOVXmvmFkUKPo
        LDMy17WMN2ozyz4PtwSS8T9AXh+7wuPLaPNKV2v2q49daTn7x0d/fVwDx7L7SuR8
        NA==
        -----END CERTIFICATE-----
        """;

    public static final String RSA_1024 = """
        -----BEGIN CERTIFICATE-----
        MIICKDCCAZGgAwIBAgIUatn5iCZjAL4mZJ21qeH9JG/pOGAwDQYJKoZIhvcNAQEL
        BQAwJTEjMCEGA1UEAwwacm9vdC5saW5rZXJkLmNsdXN0ZXIubG9jYWwwIBcNMjYx
        MTI2MjEzMDI3WhgPMjEyNjExMDIyMTMwMjdaMCUxIzAhBgNVBAMMGnJvb3QubGlu
        a2VyZC5jbHVzdGVyLmxvY2FsMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDS
        HlxuShKbzcE/h0eQTOWlAns7FsJAz4XY1nSLKjX4FmyvJjztDg9bvr+cJMtp2lZF
        tkm7I9z1qQ8YrMABr/XCk9+r4d1qVh6XJNIkqXhc23DPNd4QAOXfXAAqxnH8eC8c
        Ydfzk2GeyHqSDxdaTyQ2IykxnB+rWWqjlFT0EaiApQIDAQABo1MwUTAdBgNVHQ4E
        FgQUwwnPzjrTiNw0nsLWY9hc97ByloUwHwYDVR0jBBgwFoAUwwnPzjrTiNw0nsLW
        Y9hc97ByloUwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOBgQAZHDOl
        TGMwjtC0T6zJFPMg+e+6PGZHUqVY2we7rm7nvnGW7rSQv1JgrGwYW3pZrsKNX9rd
        lU7QvYaU409FbCnWP/Gxj2+yzBSMpehAjgQ3sqHAb9hxJaZ++/KVzTdiULdQKESA
        VsNMipWTHKjdsljoduhyMytOLBcDi1KX88wZzg==
        -----END CERTIFICATE-----
        """;

    public static final String EC_224 = """
        -----BEGIN CERTIFICATE-----
        MIIBjjCCATygAwIBAgIUAyMOmjlab/3FjKu8tOSGroffYXcwCgYIKoZIzj0EAwIw
        JTEjMCEGA1UEAwwacm9vdC5saW5rZXJkLmNsdXN0ZXIubG9jYWwwIBcNMjYxMTI2
        MjEzMDI3WhgPMjEyNjExMDIyMTMwMjdaMCUxIzAhBgNVBAMMGnJvb3QubGlua2Vy
        ZC5jbHVzdGVyLmxvY2FsME4wEAYHKoZIzj0CAQYFK4EEACEDOgAECpliLoCznvd3
        FJrOIU3Ep5szGCN9vYtwrauCfqjZVyYHkE6cL8wbdhrnZIVolJNkH9WGJGBqBVWj
        UzBRMB0GA1UdDgQWBBTV0LlsQLplexY0/sIVPXs09WFYiTAfBgNVHSMEGDAWgBTV
        0LlsQLplexY0/sIVPXs09WFYiTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMC
        A0AAMD0CHQCJD1cK9n3afnIQXufTLz+Wvm2cJgzvOsUrqyjrAhxIMqqkCUDndtSj
        vWQln8ADVPwqqStivb7LiTc6
        -----END CERTIFICATE-----
        """;

    public static final String SHA1 = """
        -----BEGIN CERTIFICATE-----
        MIIBnzCCAUagAwIBAgIUV+PQPegi8V3BktV5Un470XwJ4HowCQYHKoZIzj0EATAl
        MSMwIQYDVQQDDBpyb290LmxpbmtlcmQuY2x1c3Rlci5sb2NhbDAgFw0yNjExMjYy
        MTMwMjdaGA8yMTI2MTEwMjIxMzAyN1owJTEjMCEGA1UEAwwacm9vdC5saW5rZXJk
        LmNsdXN0ZXIubG9jYWwwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASeQto7UXy6
        tXnPOOYeyekr7ZIEnjMCDoJ7blX3cb/Qf+ChBvE0gZbnkfxILhzDg6v0ORE4D4mT
        pSz1TOG6TluOo1MwUTAdBgNVHQ4EFgQUnExn+uKGwnLDB2BxDynK6l4LP3swHwYD
        VR0jBBgwFoAUnExn+uKGwnLDB2BxDynK6l4LP3swDwYDVR0TAQH/BAUwAwEB/zAJ
        BgcqhkjOPQQBA0gAMEUCIEP4wl5OajIh4NZjqatErGZs7JaBBG0G3FdEFLa9fbeU
        AiEAg2u3d1xaPhu2EoilyzS16m5wpUEyMS4wEpBQDviZPlA=
        -----END CERTIFICATE-----
        """;

    private TestCertificates() {}
}
