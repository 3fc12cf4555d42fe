import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

export type Headers = Readonly<Record<string, string>>;

export interface Target {
  readonly origin: string;
  readonly path: string;
  /** Connection i sends `headers[i % headers.length]`. */
  readonly headers: readonly Headers[];
  /** The requests of a connection, by turns. Default: GET of `path`. */
  readonly requestsOf?: (connection: number) => autocannon.Request[];
}

/** Each connection has one request under way at most. */
interface Load {
  readonly connections: number;
  /** Either a number of requests, all of which are answered, or a duration. */
  readonly requests?: number;
  readonly seconds?: number;
  /** Requests per second at most. Default: as fast as answers come. */
  readonly perSecond?: number;
}

export interface Answers {
  /** The number of answers by status. */
  readonly statuses: Record<number, number>;
  /** Milliseconds from sending to the end of the answer, of 2xx and of the others. */
  readonly accepted: number[];
  readonly refused: number[];
  /** Requests whose connection failed or closed, or that timed out. */
  unanswered: number;
  /** The reasons of failed connections, with their number. */
  readonly errors: Record<string, number>;
}

const timeoutSeconds = 30;
/** How often autocannon looks whether it has finished. */
const sampleMs = 100;

const count = (counts: Record<string | number, number>, key: string | number): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

async function run(target: Target, load: Load, answers: Answers): Promise<void> {
  const { origin, path, headers, requestsOf = (): autocannon.Request[] => [{}] } = target;
  let opened = 0;
  const setupClient = (client: autocannon.Client): void => {
    const connection = opened++;
    const own = { ...headers[connection % headers.length] };
    client.setRequests(
      requestsOf(connection).map((request) => ({ ...request, headers: { ...request.headers, ...own } })),
    );
    let isWaiting = false;
    client.on('response', () => (isWaiting = false));
    // autocannon repeats a request silently if the server closes the connection before the answer.
    const events: NodeJS.EventEmitter = client;
    events.on('request', () => {
      if (isWaiting) answers.unanswered += 1;
      isWaiting = true;
    });
  };
  const options: autocannon.Options = {
    url: `${origin}${path}`,
    connections: load.connections,
    timeout: timeoutSeconds,
    sampleInt: sampleMs,
    setupClient,
    ...(load.requests !== undefined && { amount: load.requests }),
    ...(load.seconds !== undefined && { duration: load.seconds }),
    ...(load.perSecond !== undefined && { overallRate: Math.ceil(load.perSecond) }),
  };
  const finished = Promise.withResolvers<void>();
  const instance = autocannon(options, (error: unknown) =>
    error ? finished.reject(error) : finished.resolve(),
  );
  instance.on('response', (_client, status, _bytes, ms) => {
    count(answers.statuses, status);
    (status < 300 ? answers.accepted : answers.refused).push(ms);
  });
  instance.on('reqError', (error: NodeJS.ErrnoException) =>
    count(answers.errors, error.code ?? error.message),
  );
  await finished.promise;
}

const noAnswers = (): Answers => ({ statuses: {}, accepted: [], refused: [], unanswered: 0, errors: {} });

/** Sends requests as fast as answers come. Throws unless every answer is a 2xx: others cost more or less. */
export async function send(target: Target, load: Omit<Load, 'perSecond'>): Promise<readonly number[]> {
  const answers = noAnswers();
  await run(target, load, answers);
  const { statuses, accepted, refused, unanswered } = answers;
  if (accepted.length === 0 || refused.length + unanswered > 0)
    throw new Error(`${target.path} was answered with ${JSON.stringify({ statuses, unanswered })}`);
  return accepted;
}

/** At a fixed rate there are this many load generators. */
const generators = 16;

/** Sends requests at a fixed rate, whatever the answers are. */
export async function sendAtRate(target: Target, load: Required<Omit<Load, 'requests'>>): Promise<Answers> {
  const answers = noAnswers();
  const part = {
    seconds: load.seconds,
    connections: Math.ceil(load.connections / generators),
    perSecond: load.perSecond / generators,
  };
  const runs = Array.from({ length: generators }, async (_, index) => {
    // autocannon sends the requests of each second at its start: generators that start apart spread them.
    await sleep((index / generators) * 1_000);
    await run(target, part, answers);
  });
  await Promise.all(runs);
  return answers;
}
