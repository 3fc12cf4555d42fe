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
 * The controller's port is written into the cluster's metadata when the data directory is formatted: once chosen it stays.
 */
async function controllerPort(path: string): Promise<number> {
  const earlier = /CONTROLLER:\/\/127\.0\.0\.1:(\d+)/.exec(await readFile(path, 'utf8').catch(() => ''));
  return earlier === null ? freePort() : Number(earlier[1]);
}

/** Writes what a single node that is broker and controller in one needs, and says where it is. */
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
    // A broker that was killed is let back in when its old session is over: 3 s, not 9.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(properties, lines.join(''));
  await writeFile(loggingFile, logging(join(directory, 'kafka-server.log')));
  return { properties, loggingOptions: `-Dlog4j2.configurationFile=${loggingFile}`, dataDirectory };
}
