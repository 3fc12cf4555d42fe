/** Where a server comes from: a variable, an installed program, apt-get, Docker, or npm (`embedded`). */
export type Origin = 'environment' | 'installed' | 'packages' | 'docker' | 'embedded';

/** Receives one line of progress, such as the start of a download. */
export type Log = (line: string) => void;

export interface Server {
  readonly origin: Origin;
  /** One line for the terminal: what runs, and at which address. */
  readonly describe: string;
  /** Of the process that we started; undefined while it is stopped, and always for an external server. */
  readonly pid: number | undefined;
  /** Starts it again after `stop` or `kill`, on the same port and data. Rejects for an external server. */
  start(): Promise<void>;
  /** Sends its shutdown signal; resolves when the process has ended. Does nothing for an external server. */
  stop(): Promise<void>;
  /** SIGKILL; resolves when the process has ended. Rejects for an external server. */
  kill(): Promise<void>;
}

/** How a process ended: one of the two is null. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  /** For its data, log and pid file. Created if missing; existing data is used again. */
  readonly directory: string;
  /** On 127.0.0.1. Default: a free one, the same for every later `start()`. */
  readonly port?: number;
  readonly log?: Log;
  /** Called when the server has ended though neither `stop` nor `kill` was called. Default: one line to `log`. */
  readonly onEnd?: ((exit: Exit) => void) | undefined;
}

/** The server can be neither found, installed nor run by Docker on this machine. */
export class MissingServer extends Error {
  /** What a person can do about it, one sentence each. */
  readonly ways: readonly string[];

  constructor(server: string, ways: readonly string[]) {
    super(
      `${server} is not available. Any one of these gives it:\n${ways.map((way) => `  - ${way}`).join('\n')}`,
    );
    this.name = 'MissingServer';
    this.ways = ways;
  }
}

/** A server that a variable of the environment names and that we neither start nor stop. */
export const externalServer = (name: string, variable: string): Server => {
  const rejectTo = (step: string) => async () =>
    Promise.reject(new Error(`${name} is named by ${variable} and not ours to ${step}`));
  return {
    origin: 'environment',
    describe: `${name}: as ${variable} says`,
    pid: undefined,
    start: rejectTo('start'),
    stop: async () => {},
    kill: rejectTo('kill'),
  };
};
