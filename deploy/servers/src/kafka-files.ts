import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type BrokerSecurity, securedListeners } from './kafka-security.ts';

export interface KafkaFiles {
  readonly properties: string;
  readonly loggingOptions: string;
  readonly dataDirectory: string;
}

const logging = (path: string) => `status = error
appender.file.type = File
appender.file.name = file
appender.file.fileName = ${path}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d %p %c %m%n
rootLogger.level = warn
rootLogger.appenderRef.file.ref = file
`;

/**
 * Formatting the data directory writes the controller's port into the cluster's metadata, so the port of an earlier
 * server.properties is used again.
 */
async function controllerPort(path: string): Promise<number> {
  const earlier = /CONTROLLER:\/\/127\.0\.0\.1:(\d+)/.exec(await readFile(path, 'utf8').catch(() => ''));
  return earlier === null ? freePort() : Number(earlier[1]);
}

/** One of several nodes that form a cluster, each of them broker and controller. */
export interface ClusterNode {
  readonly nodeId: number;
  readonly clusterId: string;
  /** Ports of the controllers on 127.0.0.1, by node id: 1 for the first. They must not change once a node was formatted. */
  readonly controllerPorts: readonly number[];
}

/** Settings that differ between a node of a cluster and a single node. */
async function quorumOf(properties: string, node: ClusterNode | undefined) {
  if (node === undefined) {
    const port = await controllerPort(properties);
    return {
      nodeId: 1,
      controller: port,
      quorum: { 'controller.quorum.bootstrap.servers': `127.0.0.1:${port}` },
    };
  }
  const { nodeId, controllerPorts } = node;
  return {
    nodeId,
    controller: controllerPorts[nodeId - 1],
    quorum: {
      'controller.quorum.voters': controllerPorts
        .map((port, index) => `${index + 1}@127.0.0.1:${port}`)
        .join(','),
    },
  };
}

export interface NodeOptions {
  /** Default: a single node. */
  readonly node?: ClusterNode | undefined;
  /** Default: whoever reaches the port may do everything. */
  readonly security?: BrokerSecurity | undefined;
  /**
   * A second port on 127.0.0.1 for clients that reach it by another address: the broker tells them to go on there. Default: none.
   */
  readonly outside?: { readonly port: number; readonly advertised: string } | undefined;
}

/** Writes the configuration of a node that is both broker and controller; returns the paths. */
export async function writeKafkaFiles(
  directory: string,
  port: number,
  { node, security, outside }: NodeOptions = {},
): Promise<KafkaFiles> {
  const dataDirectory = join(directory, 'data');
  const properties = join(directory, 'server.properties');
  const loggingFile = join(directory, 'log4j2.properties');
  await mkdir(directory, { recursive: true });
  const { nodeId, controller, quorum } = await quorumOf(properties, node);
  // The offsets of consumer groups must survive the loss of a node, as the events do.
  const offsetReplicas = node === undefined ? 1 : Math.min(3, node.controllerPorts.length);
  const secured = security && (await securedListeners(directory, security));
  const settings = {
    'node.id': nodeId,
    'process.roles': 'broker,controller',
    ...quorum,
    listeners: [
      `PLAINTEXT://127.0.0.1:${port}`,
      `CONTROLLER://127.0.0.1:${controller}`,
      ...(outside ? [`OUTSIDE://127.0.0.1:${outside.port}`] : []),
      ...(secured?.listeners ?? []),
    ].join(','),
    'controller.listener.names': 'CONTROLLER',
    ...(outside && {
      'advertised.listeners': `PLAINTEXT://127.0.0.1:${port},OUTSIDE://${outside.advertised}`,
    }),
    'listener.security.protocol.map':
      'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,OUTSIDE:PLAINTEXT,SASL_SSL:SASL_SSL,SSL:SSL',
    'log.dirs': dataDirectory,
    'default.replication.factor': 1,
    'offsets.topic.replication.factor': offsetReplicas,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.num.partitions': 4,
    'transaction.state.log.min.isr': 1,
    'min.insync.replicas': 1,
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': false,
    // A killed broker can register again only when its old session has expired: after 3 s instead of 9.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    ...secured?.settings,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(properties, lines.join(''));
  await writeFile(loggingFile, logging(join(directory, 'kafka-server.log')));
  return { properties, loggingOptions: `-Dlog4j2.configurationFile=${loggingFile}`, dataDirectory };
}
