import { createAuthority } from '@patchbay/testing/certificates';
import { apiAt } from '../api.ts';
import type { Received } from '../webhook-receiver.ts';
import type { Kubernetes, Manifest } from './kubernetes.ts';
import { labelsOf, startNodePod } from './pods/node-pod.ts';
import type { Tunnel } from './tunnel.ts';

const name = 'receiver';
const certificateSecret = 'receiver-tls';
/** The Secret with the authority of the receiver's certificate, for `extraCa` of webhook. */
export const receiverAuthority = 'receiver-authority';

/**
 * Webhook sends to public addresses on https alone. So the receiver has one, as a load balancer would give it: kube-proxy leads what pods
 * send there to the receiver. The address is one of IANA's for AMT (RFC 7450), which nothing else here calls.
 */
const publicAddress = '192.52.193.1';

/** An egress rule for webhook: policies see the pod behind the Service. */
export const receiverRule = {
  to: [{ podSelector: { matchLabels: labelsOf(name) } }],
  ports: [{ port: 8443 }],
};

export interface Arrived extends Received {
  /** Of the entry that was delivered; undefined for a test of a webhook. */
  readonly hash: string | undefined;
}

export interface Receiver {
  /** The address of a webhook. */
  readonly url: string;
  /** All deliveries that have arrived, oldest first. */
  arrived(): Promise<readonly Arrived[]>;
}

const hashIn = ({ body }: Received): string | undefined =>
  (JSON.parse(body) as { data: { hash?: string } }).data.hash;

/** Secrets that exist before webhook is installed. */
export function receiverSecrets(): Manifest[] {
  const authority = createAuthority('Receivers');
  const { certificate, key } = authority.issue([publicAddress]);
  const secret = (secretName: string, stringData: Readonly<Record<string, string>>): Manifest => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secretName },
    stringData,
  });
  return [
    secret(certificateSecret, { 'tls.crt': certificate, 'tls.key': key }),
    secret(receiverAuthority, { 'ca.crt': authority.certificate }),
  ];
}

export async function startReceiver(
  kubernetes: Kubernetes,
  tunnel: Tunnel,
  image: string,
): Promise<Receiver> {
  const file = 'receiver.ts';
  await startNodePod(kubernetes, {
    name,
    image,
    file,
    args: [`/program/${file}`],
    secret: certificateSecret,
  });
  await kubernetes.apply({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: {
      type: 'LoadBalancer',
      // No controller of the cluster has this class, so that the address below stays.
      loadBalancerClass: 'patchbay.test/none',
      allocateLoadBalancerNodePorts: false,
      selector: labelsOf(name),
      ports: [
        { name: 'https', port: 443, targetPort: 8443 },
        { name: 'arrived', port: 8080, targetPort: 8080 },
      ],
    },
  });
  const status = { status: { loadBalancer: { ingress: [{ ip: publicAddress }] } } };
  await kubernetes.kubectl(
    'patch',
    'service',
    name,
    '--subresource=status',
    '--type=merge',
    `--patch=${JSON.stringify(status)}`,
  );
  const api = apiAt(tunnel.addressOf(name));
  const known: Arrived[] = [];
  return {
    url: `https://${publicAddress}/hooks`,
    async arrived() {
      for (;;) {
        const { status: answered, body } = await api.get<Received[]>(`/?from=${known.length}`);
        if (answered !== 200) throw new Error(`the receiver answered ${answered}: ${JSON.stringify(body)}`);
        if (body.length === 0) return known;
        known.push(...body.map((each) => ({ ...each, hash: hashIn(each) })));
      }
    },
  };
}
