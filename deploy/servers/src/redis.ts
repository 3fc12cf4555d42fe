import { type Supervised, serverOf, supervise } from './child-process.ts';
import { dockerAnswers, superviseContainer } from './docker.ts';
import { freePort } from './free-port.ts';
import { provideProgram } from './packages.ts';
import { probe } from './probe.ts';
import { MissingServer, type Origin, type Server, type StartOptions } from './server.ts';

export interface RedisServer extends Server {
  readonly url: string;
}

interface RedisStartOptions extends StartOptions {
  /** Further arguments of `redis-server`, such as those of TLS or a cluster. A Redis with some is never run by Docker. Default: none. */
  readonly args?: readonly string[];
}

const image = 'redis:7';

/**
 * Every write is appended to a file before it is answered: a killed server loses nothing. The file is synced to disk once a
 * second: a crash of the machine may lose the last second of rate limits.
 */
const persistence = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'];

const redisServer = (supervised: Supervised, origin: Origin, port: number): RedisServer =>
  serverOf(supervised, {
    origin,
    url: `redis://127.0.0.1:${port}`,
    describe: `redis: ${origin === 'docker' ? `Docker image ${image}` : 'redis-server'} on 127.0.0.1:${port}`,
  });

/** Starts a Redis on 127.0.0.1: an installed one, else one from apt-get (root only), else in Docker. */
export async function startRedis(options: RedisStartOptions): Promise<RedisServer> {
  const { directory, port = await freePort(), log = () => {}, args: further = [] } = options;
  // With a password it answers all the same, that one is needed.
  const answers = () =>
    probe(port, Buffer.from('PING\r\n'), (answer) => /^(?:\+PONG|-NOAUTH)/.test(answer.toString()));
  const program = await provideProgram(['redis-server'], 'redis-server', log);
  if (program !== undefined) {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      directory,
      ...persistence,
      ...further,
    ];
    const supervised = supervise({
      name: 'redis',
      directory,
      command: program.path,
      args,
      // Redis rewrites its command line to `redis-server 127.0.0.1:<port>`.
      mark: `127.0.0.1:${port}`,
      stopSignal: 'SIGTERM',
      answers,
      log,
      onEnd: options.onEnd,
    });
    await supervised.start();
    return redisServer(supervised, program.origin, port);
  }
  if (further.length === 0 && (await dockerAnswers())) {
    const publish = ['--publish', `127.0.0.1:${port}:6379`];
    const container = {
      name: 'redis',
      image,
      options: publish,
      command: ['redis-server', ...persistence],
      dataPath: '/data',
      answers,
    };
    const supervised = await superviseContainer(container, options, log);
    await supervised.start();
    return redisServer(supervised, 'docker', port);
  }
  throw new MissingServer('redis', [
    'name one in REDIS_URL',
    'install redis-server so that it is on the PATH',
    'run as root where apt-get is, so that the package can be installed',
    'start a Docker engine that this user may use',
  ]);
}
