import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Supervised, serverOf, supervise } from './child-process.ts';
import { findProgram, run } from './commands.ts';
import { dockerAnswers, superviseContainer } from './docker.ts';
import { freePort } from './free-port.ts';
import { type KafkaFiles, type NodeOptions, writeKafkaFiles } from './kafka-files.ts';
import { cachedJars, downloadJars, findJava, kafkaVersion } from './kafka-jars.ts';
import { scramOptions } from './kafka-security.ts';
import { installPackages, mayInstallPackages } from './packages.ts';
import { probe } from './probe.ts';
import { type Log, MissingServer, type Origin, type Server, type StartOptions } from './server.ts';

export interface KafkaServer extends Server {
  /** `host:port`, one or more. */
  readonly brokers: readonly string[];
}

const image = `apache/kafka:${kafkaVersion}`;

const kafkaServer = (supervised: Supervised, origin: Origin, port: number): KafkaServer =>
  serverOf(supervised, {
    origin,
    brokers: [`127.0.0.1:${port}`],
    describe: `kafka: ${origin === 'docker' ? `Docker image ${image}` : `Apache Kafka ${kafkaVersion}`} on 127.0.0.1:${port}`,
  });

/** An ApiVersions request, version 0, correlation id 7, no client id: brokers answer it without authentication. */
const apiVersions = Buffer.from('0000000a0012000000000007ffff', 'hex');
const answersAt = (port: number) => () =>
  probe(port, apiVersions, (answer) => answer.length >= 8 && answer.readInt32BE(4) === 7);

interface Installation {
  readonly java: string;
  readonly jars: string;
  readonly origin: Origin;
}

export async function findKafka(log: Log): Promise<Installation | undefined> {
  const use = async (origin: Origin): Promise<Installation | undefined> => {
    const java = await findJava();
    if (java === undefined) return undefined;
    const cached = await cachedJars();
    if (cached !== undefined) return { java, jars: cached, origin };
    if ((await findProgram('mvn')) === undefined) return undefined;
    return { java, jars: await downloadJars(log), origin };
  };
  const logError = (error: Error) => log(`kafka: ${error.message}`);
  const installed = await use('installed').catch(logError);
  if (installed || !(await mayInstallPackages())) return installed ?? undefined;
  try {
    await installPackages(['default-jre-headless', 'maven'], log);
    if ((await findJava()) === undefined) await installPackages(['openjdk-17-jre-headless'], log);
    return await use('packages');
  } catch (error) {
    logError(error as Error);
    return undefined;
  }
}

/** Kafka takes any 16 bytes in base64url. The storage tool could take one that begins with a dash for an option. */
export const newClusterId = (): string => randomBytes(16).toString('base64url').replace(/^-/, '_');

/** Formats the data directory unless `<data>.formatted` exists, which is written last: an interrupted format is redone. */
async function format(
  java: string,
  classpath: string,
  { properties, loggingOptions, dataDirectory }: KafkaFiles,
  { node, security }: NodeOptions,
): Promise<void> {
  const mark = `${dataDirectory}.formatted`;
  if (existsSync(mark)) return;
  await rm(dataDirectory, { recursive: true, force: true });
  const id = node?.clusterId ?? newClusterId();
  const tool = ['kafka.tools.StorageTool', 'format', `--cluster-id=${id}`, '-c', properties];
  // The nodes of a cluster are in `controller.quorum.voters` instead.
  if (node === undefined) tool.push('--standalone');
  if (security !== undefined) tool.push(...scramOptions(security));
  const options = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  await run(java, [...options, loggingOptions, '-cp', classpath, ...tool]);
  await writeFile(mark, '');
}

/** Starts a single node, or a node of a cluster, by Java. */
export async function startNative(
  { java, jars, origin }: Installation,
  options: StartOptions,
  nodeOptions: NodeOptions = {},
): Promise<KafkaServer> {
  const { directory, port = await freePort(), log = () => {} } = options;
  const classpath = join(jars, '*');
  const files = await writeKafkaFiles(directory, port, nodeOptions);
  await format(java, classpath, files, nodeOptions);
  const { properties, loggingOptions } = files;
  const heap = [
    '-Xms128m',
    '-Xmx512m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
  ];
  const supervised = supervise({
    name: 'kafka',
    directory,
    command: java,
    args: [...heap, loggingOptions, '-cp', classpath, 'kafka.Kafka', properties],
    mark: properties,
    stopSignal: 'SIGTERM',
    answers: answersAt(port),
    // A JVM that starts on a busy machine: 3 s on an idle one.
    startTimeoutMs: 240_000,
    log,
    onEnd: options.onEnd,
  });
  await supervised.start();
  return kafkaServer(supervised, origin, port);
}

async function startContainer(options: StartOptions): Promise<KafkaServer> {
  const { port = await freePort(), log = () => {} } = options;
  const settings = {
    KAFKA_NODE_ID: 1,
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    KAFKA_LOG_DIRS: '/var/lib/kafka/data',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: 1,
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: 1,
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: 1,
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: 0,
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: false,
    KAFKA_HEAP_OPTS: '-Xms128m -Xmx512m',
  };
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const container = {
    name: 'kafka',
    image,
    options: ['--publish', `127.0.0.1:${port}:${port}`, ...environment],
    dataPath: '/var/lib/kafka/data',
    answers: answersAt(port),
  };
  const supervised = await superviseContainer(container, options, log);
  await supervised.start();
  return kafkaServer(supervised, 'docker', port);
}

/**
 * Starts a single-node Kafka on 127.0.0.1: with Java and Maven, installed or from apt-get (root only), else in Docker, which has no
 * port for clients outside.
 */
export async function startKafka(
  options: StartOptions,
  outside?: NodeOptions['outside'],
): Promise<KafkaServer> {
  const installation = await findKafka(options.log ?? (() => {}));
  if (installation !== undefined) return startNative(installation, options, { outside });
  if (outside === undefined && (await dockerAnswers())) return startContainer(options);
  throw new MissingServer('kafka', [
    'name brokers in KAFKA_BROKERS',
    'install Java 17 or newer and Maven so that they are on the PATH',
    'run as root where apt-get is, so that the packages can be installed',
    'start a Docker engine that this user may use',
  ]);
}
