import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findKafka, type KafkaServer, newClusterId, startNative } from './kafka.ts';
import type { ClusterNode } from './kafka-files.ts';
import { MissingServer, type StartOptions } from './server.ts';

export interface KafkaCluster {
  /** `host:port` of each node. */
  readonly brokers: readonly string[];
  /** By node id: 1 for the first. Each is stopped, killed and started by itself. */
  readonly nodes: readonly KafkaServer[];
  stop(): Promise<void>;
}

interface KafkaClusterOptions extends Pick<StartOptions, 'directory' | 'log'> {
  /** Ports of the brokers on 127.0.0.1, one for each node. Default: three free ones. */
  readonly ports?: readonly number[];
}

/** Distinct free ports: those that are picked one by one may be the same. */
async function freePorts(count: number, taken: readonly number[] = []): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = await freePort();
    if (!taken.includes(port)) ports.add(port);
  }
  return [...ports];
}

type ClusterFile = Omit<ClusterNode, 'nodeId'>;

/** What all nodes must agree on, in a file beside their folders: the same for every later start on the same data. */
async function clusterOf(directory: string, brokerPorts: readonly number[]): Promise<ClusterFile> {
  const path = join(directory, 'cluster.json');
  const earlier = await readFile(path, 'utf8').catch(() => undefined);
  if (earlier !== undefined) return JSON.parse(earlier) as ClusterFile;
  const controllerPorts = await freePorts(brokerPorts.length, brokerPorts);
  const cluster: ClusterFile = { clusterId: newClusterId(), controllerPorts };
  await mkdir(directory, { recursive: true });
  await writeFile(path, JSON.stringify(cluster));
  return cluster;
}

/**
 * Starts a cluster of Kafka nodes on 127.0.0.1, each of them broker and controller with data of its own. A topic has one
 * replica unless it is created with more. Needs Java: in Docker the nodes could not reach each other on 127.0.0.1.
 */
export async function startKafkaCluster(options: KafkaClusterOptions): Promise<KafkaCluster> {
  const { directory, log = () => {} } = options;
  const installation = await findKafka(log);
  if (installation === undefined)
    throw new MissingServer('a cluster of Kafka nodes', [
      'install Java 17 or newer and Maven so that they are on the PATH',
      'run as root where apt-get is, so that the packages can be installed',
    ]);
  const ports = options.ports ?? (await freePorts(3));
  const cluster = await clusterOf(directory, ports);
  const startNode = (port: number, index: number): Promise<KafkaServer> => {
    const nodeId = index + 1;
    return startNative(
      installation,
      { directory: join(directory, `node-${nodeId}`), port, log },
      { node: { ...cluster, nodeId } },
    );
  };
  // Concurrently: a node answers only when a majority of the controllers has elected a leader.
  const results = await Promise.allSettled(ports.map(startNode));
  const nodes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return { brokers: nodes.flatMap((node) => node.brokers), nodes, stop };
}
