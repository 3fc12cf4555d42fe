import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

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

/** Writes the configuration of a single node that is both broker and controller; returns the paths. */
export async function writeKafkaFiles(directory: string, port: number): Promise<KafkaFiles> {
  const dataDirectory = join(directory, 'data');
  const properties = join(directory, 'server.properties');
  const loggingFile = join(directory, 'log4j2.properties');
  await mkdir(directory, { recursive: true });
  const controller = await controllerPort(properties);
  const settings = {
    'node.id': 1,
    'process.roles': 'broker,controller',
    'controller.quorum.bootstrap.servers': `127.0.0.1:${controller}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': dataDirectory,
    'default.replication.factor': 1,
    'offsets.topic.replication.factor': 1,
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
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(properties, lines.join(''));
  await writeFile(loggingFile, logging(join(directory, 'kafka-server.log')));
  return { properties, loggingOptions: `-Dlog4j2.configurationFile=${loggingFile}`, dataDirectory };
}
