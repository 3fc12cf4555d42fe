import type { ServiceName } from '@patchbay/platform/services';
import {
  atLeast,
  closed,
  duration,
  flag,
  group,
  type JsonSchema,
  leaf,
  listOf,
  oneOf,
  someText,
  text,
  type Value,
} from '../value.ts';

export const readAgain = 'A renewed certificate is read without a restart.';

/** Plain calls must be chosen: an installation without certificates and without `false` is refused. */
const plainRpc: JsonSchema = { enum: [null, false] };

export const globalRpcTls: JsonSchema = {
  ...plainRpc,
  description: '`false`: services without `rpcTls` of their own call each other without TLS.',
};

const rpcTlsValue = (service: ServiceName): Value =>
  leaf(
    'rpcTls',
    `Required: how services call each other. \`{existingSecret: …}\`: with mutual TLS; the Secret has tls.crt, tls.key and ca.crt, as cert-manager makes it, and its certificate is valid for the name of the Service, \`${service}\` without a prefix. ${readAgain} To introduce TLS into a running installation add \`plainCalls: sent\`, then \`accepted\`, then leave it out (docs/operations.md). \`false\`, also as \`global.rpcTls\`: without TLS; whoever reads the network of the cluster reads every call.`,
    null,
    {
      anyOf: [
        plainRpc,
        closed({ existingSecret: someText, plainCalls: oneOf('sent', 'accepted', 'refused') }),
      ],
    },
  );

const rpcCertificate: Value = group(
  'rpcCertificate',
  'A Certificate of cert-manager, which makes the Secret that `rpcTls.existingSecret` names, and renews it with a new key. It is valid for the names of the Service, for servers and for clients.',
  [
    leaf('enabled', 'Whether to create it.', false, flag),
    group(
      'issuerRef',
      'Its issuer: one with a private authority, the same for all services, that fills `ca.crt`, such as an issuer of the type CA or Vault. A public one would let in everybody who has a certificate of it.',
      [
        leaf('name', 'Required with `enabled`.', '', text),
        leaf('kind', '`Issuer`, `ClusterIssuer`, or that of an issuer of others.', 'Issuer', someText),
        leaf('group', 'The API group of this kind.', 'cert-manager.io', someText),
      ],
    ),
    leaf('duration', 'How long a certificate is valid.', '2160h', duration),
    leaf('renewBefore', 'How long before its end it is renewed.', '720h', duration),
    leaf(
      'privateKey',
      'Algorithm and size of the key: ECDSA with 256, 384 or 521, RSA with 2048 to 8192, or Ed25519, which has one size.',
      { algorithm: 'ECDSA', size: 256 },
      closed({ algorithm: oneOf('ECDSA', 'RSA', 'Ed25519'), size: atLeast(256) }),
    ),
    leaf(
      'dnsNames',
      'Further names, if services call it by others than those of its Service.',
      [],
      listOf(someText),
    ),
  ],
);

export const rpcTlsValues = (service: ServiceName): readonly Value[] => [
  rpcTlsValue(service),
  rpcCertificate,
];
