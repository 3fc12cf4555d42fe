import { createHash } from 'node:crypto';
import { type Supervised, supervise } from './child-process.ts';
import { findProgram, run, succeeds } from './commands.ts';
import type { Log, StartOptions } from './server.ts';

/** Whether the Docker engine answers within 10 s; the client alone may be installed without one. */
export const dockerAnswers = async (): Promise<boolean> =>
  (await findProgram('docker')) !== undefined && (await succeeds('docker', ['info'], { timeoutMs: 10_000 }));

interface Container {
  readonly name: string;
  readonly image: string;
  readonly options: readonly string[];
  readonly command?: readonly string[];
  /** Mounted from a volume named like the container. Default: no volume. */
  readonly dataPath?: string;
  readonly answers: () => Promise<boolean>;
}

/** Runs a container by a supervised `docker run` in the foreground, which forwards signals and exits with the container. */
export async function superviseContainer(
  { name, image, options, command = [], dataPath, answers }: Container,
  { directory, onEnd }: StartOptions,
  log: Log,
): Promise<Supervised> {
  // The name is derived from the directory, so that a later run finds and removes the container of an earlier one.
  const container = `patchbay-${name}-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
  if (!(await succeeds('docker', ['image', 'inspect', image]))) {
    log(`${name}: pulling the image ${image}, once`);
    await run('docker', ['pull', image]);
  }
  const volume = dataPath === undefined ? [] : ['--volume', `${container}:${dataPath}`];
  return supervise({
    name,
    directory,
    command: 'docker',
    args: ['run', '--rm', '--name', container, ...volume, ...options, image, ...command],
    mark: container,
    stopSignal: 'SIGTERM',
    beforeStart: async () => void (await succeeds('docker', ['rm', '--force', container])),
    answers,
    killWith: async () => void (await succeeds('docker', ['kill', container])),
    log,
    onEnd,
  });
}
