// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

/** Linkerd's values as Helm writes them, shortened; the injector takes them. */
public final class HelmValues {
    public static final String HELM = """
        clusterDomain: cluster.local
        clusterNetworks: 10.0.0.0/8,100.64.0.0/10,172.16.0.0/12,192.168.0.0/16,fd00::/8
        cniEnabled: true
        commonLabels: {}
        configReaders: null
        identity:
          externalCA: false
          issuer:
            clockSkewAllowance: 20s
            scheme: kubernetes.io/tls
            tls:
              crtPEM: |
                -----BEGIN CERTIFICATE-----
                MIIB
                -----END CERTIFICATE-----
          kubeAPI:
            clientBurst: 200
            clientQPS: 100
          serviceAccountTokenProjection: true
        identityTrustAnchorsPEM: ""
        imagePullSecrets: []
        linkerdVersion: edge-26.8.3
        networkValidator:
          logLevel: debug
          timeout: 10s
        proxy:
          additionalEnv: null
          await: true
          cores: null
          image:
            name: cr.l5d.io/linkerd/proxy
            version: ""
          logHTTPHeaders: "off"
          logLevel: warn,linkerd=info,hickory=error
          metrics:
            hostnameLabels: false
          nativeSidecar: true
          opaquePorts: 25,587,3306,4444,5432,6379,9300,11211
          ports:
            admin: 4191
            control: 4190
            inbound: 4143
            outbound: 4140
          resources:
            cpu:
              limit: ""
              request: ""
          startupProbe:
            failureThreshold: 120
          uid: 2102
        proxyInit:
          ignoreInboundPorts: "4567"
          iptablesMode: nft
        tolerations:
        - effect: NoSchedule
          key: a
        """;

    private HelmValues() {}
}
