import { PassThrough, Writable } from 'node:stream';
import { execute } from '@patchbay/cli/program';
import { createManualClock } from '@patchbay/runtime/manual-clock';

export interface Surroundings {
  /** The whole environment, PATH aside. */
  readonly env: Readonly<Record<string, string>>;
  /** What a pipe sends to stdin. Without it, stdin stays open. */
  readonly input?: string;
  /** Width of the terminal. */
  readonly columns?: number;
  /** The moment of the clock, which stands still unless the test moves it. Default: now. */
  readonly now?: Date;
}

/** The end of a sentence about a command that does not do what a test waits for. */
const soFar = ({ stdout, stderr }: Running): string => `\n${stdout}\n${stderr}`;

/** `patchbay` in this process, on streams of its own, with a clock that the test moves. */
export class Running {
  readonly #interruption = new AbortController();
  readonly #clock;
  readonly #ended: Promise<number>;
  readonly #watchers = new Set<() => void>();
  #isOver = false;
  #asleep = Promise.withResolvers<number>();
  protected readonly stdin = new PassThrough();
  /** Whether single keys are read, which nobody sees. */
  protected isRaw = false;
  /** What was written to both streams, in the order in which it came. */
  output = '';
  stdout = '';
  stderr = '';

  protected constructor(
    words: readonly string[],
    { env, now = new Date() }: Surroundings,
    kind: { readonly isTTY?: true; readonly columns?: number },
  ) {
    this.#clock = createManualClock(now);
    const streamOf = (name: 'stdout' | 'stderr'): NodeJS.WriteStream => {
      const write = (chunk: Buffer, _encoding: unknown, done: () => void): void => {
        this.heard(String(chunk), name);
        done();
      };
      return Object.assign(new Writable({ write }), kind) as unknown as NodeJS.WriteStream;
    };
    const setRawMode = (isRaw: boolean): PassThrough => {
      this.isRaw = isRaw;
      return this.stdin;
    };
    const io = {
      stdin: Object.assign(this.stdin, kind, { setRawMode }) as unknown as NodeJS.ReadStream,
      stdout: streamOf('stdout'),
      stderr: streamOf('stderr'),
      env: { PATH: process.env['PATH'], ...env },
      signal: this.#interruption.signal,
      interrupt: () => this.interrupt(),
      clock: {
        ...this.#clock,
        sleep: (ms: number, signal?: AbortSignal) => {
          this.#asleep.resolve(ms);
          return this.#clock.sleep(ms, signal);
        },
      },
    };
    this.#ended = execute(io, words).finally(() => {
      this.#isOver = true;
      for (const look of this.#watchers) look();
    });
  }

  /** What a person or a script reads. */
  protected get text(): string {
    return this.output;
  }

  protected heard(text: string, stream: 'stdout' | 'stderr'): void {
    this.output += text;
    this[stream] += text;
    for (const look of this.#watchers) look();
  }

  /** Resolves as soon as something was written; rejects where the command ends without it. */
  shows(expected: string | RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const { text } = this;
        if (typeof expected === 'string' ? text.includes(expected) : expected.test(text)) resolve();
        else if (this.#isOver) reject(new Error(`it did not show ${String(expected)}:${soFar(this)}`));
        else return;
        this.#watchers.delete(look);
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Waits until the command sleeps; resolves with the milliseconds of that. Rejects where the command ends before. */
  async sleepsFor(): Promise<number> {
    const ms = await Promise.race([this.#asleep.promise, this.#ended.then(() => undefined)]);
    if (ms === undefined) throw new Error(`it ended in place of sleeping:${soFar(this)}`);
    return ms;
  }

  /** Waits until the command sleeps, and moves its clock to the end of that. */
  async wakes(): Promise<void> {
    const ms = await this.sleepsFor();
    this.#asleep = Promise.withResolvers();
    await this.#clock.advance(ms);
  }

  /** Moves the clock of the command. */
  passes(ms: number): Promise<void> {
    return this.#clock.advance(ms);
  }

  /** Moves the clock of the command through every sleep; resolves with its exit code. */
  async endsAfterWaits(): Promise<number> {
    while (!this.#isOver) await Promise.race([this.wakes().catch(() => undefined), this.#ended]);
    return await this.#ended;
  }

  /** Resolves with the exit code. */
  ends(): Promise<number> {
    return this.#ended;
  }

  /** SIGINT. */
  interrupt(): void {
    this.#interruption.abort();
  }
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `patchbay` with pipes, as a script runs it. */
export class Pipe extends Running {
  constructor(words: readonly string[], surroundings: Surroundings) {
    super(words, surroundings, {});
    if (surroundings.input !== undefined) this.stdin.end(surroundings.input);
  }

  async ran(): Promise<Ran> {
    const code = await this.ends();
    const { stdout, stderr } = this;
    return { code, stdout, stderr };
  }
}

/** Runs `patchbay` with pipes to its end. */
export const inPipe = (words: readonly string[], surroundings: Surroundings): Promise<Ran> =>
  new Pipe(words, { input: '', ...surroundings }).ran();

/** `patchbay` in a terminal, as a person runs it: what is typed is shown, and Ctrl-C is a signal, unless the command reads single keys. */
export class Terminal extends Running {
  constructor(words: readonly string[], surroundings: Surroundings) {
    super(words, surroundings, { isTTY: true, columns: surroundings.columns ?? 80 });
  }

  /** What a person reads: without escape sequences. */
  override get text(): string {
    // oxlint-disable-next-line no-control-regex
    return this.output.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r\n', '\n');
  }

  /** Waits until the text has something, then types. `\r` is Enter, `\u0003` is Ctrl-C. */
  async type(keys: string, after: string | RegExp): Promise<void> {
    await this.shows(after);
    if (this.isRaw) this.stdin.write(keys);
    else if (keys.endsWith('\u0003')) this.interrupt();
    else {
      this.heard(keys, 'stderr');
      this.stdin.write(keys.replaceAll('\r', '\n'));
    }
  }
}

/** Runs `patchbay` in a terminal to its end. */
export async function inTerminal(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<{ code: number; text: string; output: string }> {
  const terminal = new Terminal(words, surroundings);
  const code = await terminal.ends();
  return { code, text: terminal.text, output: terminal.output };
}
