// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"strconv"

	"linkerd-multus/standins/linkerd"
)

// validatorUID is the stand-in's own annotation, on pods and namespaces, for what Linkerd has one setting for the
// whole mesh, networkValidator.securityContext: a uid, or "none" to leave it to the platform.
const validatorUID = "standins.linkerd.io/validator-uid"

// settings are what Linkerd's chart would have in its values, as far as the flags say, or linkerd-config where it is there.
type settings struct {
	image, repository    string
	pullPolicy           string
	proxyUID, proxyGID   int64
	proxySecurityContext map[string]any
	validatorUID         string
	connectAddr          string
	listenAddr           string
	validatorTimeout     string
	nativeSidecar, await bool
	ports                ports
	resources            object
	environment          environment
	version              string
	controlPlane         string
	trustAnchors         string
	config, trustRoots   string
	address, admin       string
	certificate, key     string
}

func parse(arguments []string) (settings, error) {
	s := settings{
		pullPolicy: "IfNotPresent", proxyGID: -1, listenAddr: "0.0.0.0:4140", validatorTimeout: "10s", await: true,
		ports: ports{Admin: 4191, Control: 4190, Inbound: 4143, Outbound: 4140},
	}
	flags := flag.NewFlagSet("injector", flag.ContinueOnError)
	flags.StringVar(&s.image, "image", "localhost/linkerd-standins:1", "image of proxy and validator")
	flags.Int64Var(&s.proxyUID, "proxy-uid", linkerd.DefaultProxyUID, "uid of the proxy where no annotation says")
	flags.StringVar(&s.validatorUID, "validator-uid", strconv.Itoa(linkerd.DefaultValidatorUID),
		`uid of the validator; "none" leaves it to the platform`)
	flags.StringVar(&s.connectAddr, "validator-connect-addr", "198.19.255.254:20001",
		"address that the validator connects to, which must not be the pod's own")
	flags.BoolVar(&s.nativeSidecar, "native-sidecar", true, "whether the proxy is a native sidecar where no annotation says")
	flags.StringVar(&s.version, "version", "standins-1", "version that injected pods carry")
	flags.StringVar(&s.controlPlane, "control-plane-namespace", "linkerd", "namespace of the control plane")
	flags.StringVar(&s.trustAnchors, "trust-anchors", "standins", "what the digest of the trust anchors is made of")
	flags.StringVar(&s.config, "config", "/var/run/linkerd/config", "folder of the ConfigMap linkerd-config, which is read at each request")
	flags.StringVar(&s.trustRoots, "trust-roots", "/var/run/linkerd/identity/trust-roots",
		"folder of the ConfigMap linkerd-identity-trust-roots, likewise; not read where there is no linkerd-config")
	flags.StringVar(&s.address, "addr", ":8443", "where admission is served")
	flags.StringVar(&s.admin, "admin-addr", ":9995", "where /live and /ready are served")
	flags.StringVar(&s.certificate, "tls-certificate", "/var/run/linkerd/tls/tls.crt", "serving certificate")
	flags.StringVar(&s.key, "tls-key", "/var/run/linkerd/tls/tls.key", "key of the serving certificate")
	if err := flags.Parse(arguments); err != nil {
		return s, err
	}
	if _, _, err := readValidatorUID(s.validatorUID); err != nil {
		return s, fmt.Errorf("-validator-uid: %w", err)
	}
	return s, nil
}

// readValidatorUID returns the uid, and whether there is a fixed one.
func readValidatorUID(text string) (int64, bool, error) {
	if text == "none" {
		return 0, false, nil
	}
	uid, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, false, fmt.Errorf(`%q is neither a uid nor "none"`, text)
	}
	return uid, true, nil
}

func (s settings) trustRoot() string {
	digest := sha256.Sum256([]byte(s.trustAnchors))
	return hex.EncodeToString(digest[:])
}
