/** How a server came to be: named by the environment, found installed, installed from the system's packages, run by Docker, or from npm. */
export type Origin = 'environment' | 'installed' | 'packages' | 'docker' | 'embedded';

/** Receives one line of progress, such as a download that takes its time. */
export type Log = (line: string) => void;

export interface Server {
  readonly origin: Origin;
  /** One line for people: what runs, and where. */
  readonly describe: string;
  /** Of the process that we started; undefined while it is stopped and for servers that are not ours. */
  readonly pid: number | undefined;
  /** Starts it again after `stop` or `kill`, on the same port and with the data it had. */
  start(): Promise<void>;
  /** Lets it shut down in order; resolves when it is gone. Does nothing for a server that is not ours. */
  stop(): Promise<void>;
  /** Ends it as a power cut would; resolves when it is gone. For tests of faults. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** Where its data, its log and what we need to know of it lie. Made if missing; data in it is kept and used again. */
  readonly directory: string;
  /** On 127.0.0.1. Default: a free one, kept for every later `start()`. */
  readonly port?: number;
  readonly log?: Log;
}

/** There is no way to have this server on this machine. */
export class MissingServer extends Error {
  /** What a person could do about it, one sentence each. */
  readonly ways: readonly string[];

  constructor(server: string, ways: readonly string[]) {
    super(
      `${server} is not available. Any one of these gives it:\n${ways.map((way) => `  - ${way}`).join('\n')}`,
    );
    this.name = 'MissingServer';
    this.ways = ways;
  }
}

/** A server that somebody else runs and the environment names. */
export const foreignServer = (name: string, variable: string): Server => {
  const refuse = (step: string) => async () =>
    Promise.reject(new Error(`${name} is named by ${variable} and not ours to ${step}`));
  return {
    origin: 'environment',
    describe: `${name}: as ${variable} says`,
    pid: undefined,
    start: refuse('start'),
    stop: async () => {},
    kill: refuse('kill'),
  };
};
