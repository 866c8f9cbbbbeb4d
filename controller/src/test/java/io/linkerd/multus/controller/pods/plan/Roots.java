// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

/** Three roots that are trusted nowhere: their keys were thrown away. */
public final class Roots {
    public static final String A = """
            -----BEGIN CERTIFICATE-----
            MIIBpTCCAUugAwIBAgIUCXvmT0p7PdNXUL5fON4ZV2JahpAwCgYIKoZIzj0EAwIw
            JzElMCMGA1UEAwwccm9vdC5saW5rZXJkLmNsdXN0ZXIubG9jYWwuYTAgFw0yNjEx
            MjYyMjEwMzNaGA8yMTI2MTEwMjIyMTAzM1owJzElMCMGA1UEAwwccm9vdC5saW5r
            ZXJkLmNsdXN0ZXIubG9jYWwuYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABECo
            DomS/N4G8Ig2w+c72uo3T9NOEnqzlYF2Hx29bo8qr5++c8leOXJ1nQQSN9n4HcGy
            TJ11hK4i1A+GNAFN2XyjUzBRMB0GA1UdDgQWBBSThoY6dqMYgTt5zhZTc3HFH/aF
            XTAfBgNVHSMEGDAWgBSThoY6dqMYgTt5zhZTc3HFH/aFXTAPBgNVHRMBAf8EBTAD
            AQH/MAoGCCqGSM49BAMCA0gAMEUCIQDVHZjWY0htqKlivD79Up5OrVHpbd7bDfIU
            kuzsQ6fp7QIgQDgs5tl4+cf7dfz6CJyWkZJMjAc14RKMdy9tYQ2a+0g=
            -----END CERTIFICATE-----
            """;
    public static final String B = """
            -----BEGIN CERTIFICATE-----
            MIIBpTCCAUugAwIBAgIUdKwhuUmqaHlSS0/p2c5FAstCISgwCgYIKoZIzj0EAwIw
            JzElMCMGA1UEAwwccm9vdC5saW5rZXJkLmNsdXN0ZXIubG9jYWwuYjAgFw0yNjEx
            MjYyMjEwMzNaGA8yMTI2MTEwMjIyMTAzM1owJzElMCMGA1UEAwwccm9vdC5saW5r
            ZXJkLmNsdXN0ZXIubG9jYWwuYjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAkz
            Z6P8bgsb1Zrp7k8DPHhBfYEOanY3ezGSrB/XLt20zamyWBwGxiwE2NzokcA12hyj
            NLS8Wo78A8lru0uGfuyjUzBRMB0GA1UdDgQWBBQRpkc7BaUEla7ly8U9lYkvtULd
            ETAfBgNVHSMEGDAWgBQRpkc7BaUEla7ly8U9lYkvtULdETAPBgNVHRMBAf8EBTAD
            AQH/MAoGCCqGSM49BAMCA0gAMEUCIQDuacdWvCtTzUWk3lZkwubiqrBlLS2avzM1
            cuyhCm612AIgYVNFYbYe/7WMOvvGIW2iKegCy3+jxDZPhRh2HS1dcvI=
            -----END CERTIFICATE-----
            """;
    public static final String C = """
            -----BEGIN CERTIFICATE-----
            MIIBpTCCAUugAwIBAgIUE/pS6WgVTPCT4ZC7K/oLKm/mlMswCgYIKoZIzj0EAwIw
            JzElMCMGA1UEAwwccm9vdC5saW5rZXJkLmNsdXN0ZXIubG9jYWwuYzAgFw0yNjEx
            MjYyMjEwMzNaGA8yMTI2MTEwMjIyMTAzM1owJzElMCMGA1UEAwwccm9vdC5saW5r
            ZXJkLmNsdXN0ZXIubG9jYWwuYzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNXP
            5psMbHapofb1dDHtwSmiP2UZdBzZERl8qIF0vm/k5aAJ9YkSvQ7mWhAhCtEbRQ6A
            PdVPDhDXFMk2X85dIuijUzBRMB0GA1UdDgQWBBRWOOXRkHn9VqX/0XlFIWZ0w64n
            iTAfBgNVHSMEGDAWgBRWOOXRkHn9VqX/0XlFIWZ0w64niTAPBgNVHRMBAf8EBTAD
            AQH/MAoGCCqGSM49BAMCA0gAMEUCIGhessT+ALqRSaBmtz+Qb1z4lCal5yjXV0D3
            U8IgbCj9AiEA2LpWfKEJHDuCgHtJT8si9OgZZRvTEawQ5+qn0JMAYHc=
            -----END CERTIFICATE-----
            """;

    private Roots() {}
}
