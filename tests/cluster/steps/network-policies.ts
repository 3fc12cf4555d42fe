import { factsOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { createNamespace, deleteNamespace, type Kubernetes, kubernetesIn } from '../kubernetes.ts';
import { startNodePod } from '../pods/node-pod.ts';
import type { Run } from '../run.ts';
import { clientPod } from '../tunnel.ts';

/** A pod that nothing of the charts names. */
const stranger = 'stranger';

/** `host:port` */
type Address = string;

/** Tries to connect to each address, and writes those that were reached. A policy may refuse at once, or let nothing through. */
const program = `
  const { connect } = require('node:net');
  const reached = (address) => new Promise((resolve) => {
    const [host, port] = address.split(':');
    const socket = connect({ host, port: Number(port) });
    const end = (answer) => { socket.destroy(); resolve(answer); };
    socket.once('connect', () => end(true)).once('error', () => end(false)).setTimeout(5_000, () => end(false));
  });
  Promise.all(process.argv.slice(1).map(async (address) => ((await reached(address)) ? [address] : [])))
    .then((all) => console.log(JSON.stringify(all.flat())));
`;

async function reachedFrom(
  kubernetes: Kubernetes,
  from: string,
  addresses: readonly Address[],
): Promise<readonly Address[]> {
  const said = await kubernetes.kubectl('exec', from, '--', 'node', '--eval', program, ...addresses);
  return JSON.parse(said) as Address[];
}

interface Rule {
  /** A pod, or `deployment/<service>`. */
  readonly from: string;
  readonly reaches: readonly Address[];
  readonly refused: readonly Address[];
}

async function demand(kubernetes: Kubernetes, { from, reaches, refused }: Rule): Promise<void> {
  const reached = await reachedFrom(kubernetes, from, [...reaches, ...refused]);
  const problems = [
    ...reaches.filter((address) => !reached.includes(address)).map((address) => `cannot reach ${address}`),
    ...refused.filter((address) => reached.includes(address)).map((address) => `reaches ${address}`),
  ];
  if (problems.length > 0) throw new Error(`${from} of ${kubernetes.namespace} ${problems.join(', ')}`);
}

/** Where clouds tell a machine its credentials. */
const metadata = ['169.254.169.254:80', '169.254.169.254:443'];
const apiServer = 'kubernetes.default:443';

/** On a cluster that enforces the NetworkPolicies of the charts: who reaches whom, and who does not. */
export async function checkPolicies({ kubernetes, images, servers, log }: Run): Promise<void> {
  const image = `${images.repositoryOf('gateway')}:${images.tag}`;
  const at = (service: ServiceName): Address => `${service}.${kubernetes.namespace}:${factsOf(service).port}`;
  const admin = (service: ServiceName): Address =>
    `${service}.${kubernetes.namespace}:${factsOf(service).adminPort}`;
  const hostOf = (url: string): Address => new URL(url).host;
  const postgres = hostOf(servers.databaseUrl);
  const redis = hostOf(servers.redisUrl);
  const kafka = servers.kafkaBrokers;
  const everything = [...serviceNames.map(at), ...serviceNames.map(admin)];

  await startNodePod(kubernetes, { name: stranger, image });
  const elsewhere = kubernetesIn(`${kubernetes.namespace}-other`);
  await createNamespace(elsewhere.namespace);
  try {
    await startNodePod(elsewhere, { name: stranger, image });
    // What it reaches shows that something listens there.
    await demand(kubernetes, {
      from: stranger,
      reaches: [postgres, redis, kafka, apiServer],
      refused: everything,
    });
    await demand(elsewhere, {
      from: stranger,
      reaches: [postgres, redis, kafka, apiServer],
      refused: everything,
    });
    const answering = await reachedFrom(kubernetes, stranger, metadata);
    if (answering.length === 0)
      log(`  nothing answers at ${metadata.join(' and ')} in this cluster, to anybody`);
    log(
      `  a pod that no policy names reaches no port of a service: ${everything.length} tried, from both namespaces`,
    );
  } finally {
    await kubernetes.kubectl('delete', 'pod', stranger, '--wait=false');
    await deleteNamespace(elsewhere.namespace);
  }
  const rpc = serviceNames.filter((service) => factsOf(service).serves === 'rpc');
  await demand(kubernetes, {
    from: clientPod,
    reaches: [at('gateway'), at('portal')],
    refused: [...rpc.map(at), ...serviceNames.map(admin)],
  });
  await demand(kubernetes, {
    from: 'deployment/gateway',
    reaches: [...rpc.map(at), redis],
    refused: [postgres, kafka, apiServer, at('portal'), ...metadata],
  });
  await demand(kubernetes, {
    from: 'deployment/portal',
    reaches: [at('gateway')],
    refused: [postgres, kafka, redis, apiServer, ...rpc.map(at), ...metadata],
  });
  for (const service of ['identity', 'organization', 'integration', 'relay', 'audit', 'webhook'] as const) {
    const usesRedis = ['integration', 'relay', 'audit'].includes(service);
    await demand(kubernetes, {
      from: `deployment/${service}`,
      reaches: [postgres, ...(usesRedis ? [redis] : [])],
      refused: [...(usesRedis ? [] : [redis]), apiServer, at('gateway'), at('portal'), ...metadata],
    });
  }
  log('  each service reaches those that it calls and its servers, and nothing else that was tried');
}
