import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@patchbay/testing/wait';

export const program = fileURLToPath(new URL('../../libs/cli/bin/patchbay.js', import.meta.url));

export interface Surroundings {
  /** The whole environment, PATH aside. */
  readonly env: Readonly<Record<string, string>>;
  /** What a pipe sends to stdin. */
  readonly input?: string;
  /** Width of the terminal. */
  readonly columns?: number;
  /** What runs in the terminal in place of `patchbay`. */
  readonly program?: readonly string[];
}

const environment = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  ...env,
});

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `patchbay` with pipes, as a script runs it. */
export class Pipe {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<number | null>;
  stdout = '';
  stderr = '';

  /** Without `input`, stdin stays open. */
  constructor(words: readonly string[], { env, input }: Surroundings) {
    this.#child = spawn(process.execPath, [program, ...words], { env: environment(env) });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#child.stdin.on('error', () => undefined);
    if (input !== undefined) this.#child.stdin.end(input);
    this.#closed = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  /** Waits until stdout or stderr has something. */
  async shows(expected: string, stream: 'stdout' | 'stderr' = 'stdout'): Promise<void> {
    await waitFor(() => this[stream].includes(expected), {
      what: `${stream} to have ${expected}`,
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.stdout}\n${this.stderr}`, { cause: error });
    });
  }

  async ends(): Promise<Ran> {
    const code = await this.#closed;
    return { code, stdout: this.stdout, stderr: this.stderr };
  }

  interrupt(): void {
    this.#child.kill('SIGINT');
  }
}

/** Runs `patchbay` with pipes to its end. */
export const inPipe = (words: readonly string[], surroundings: Surroundings): Promise<Ran> =>
  new Pipe(words, { input: '', ...surroundings }).ends();

/** `patchbay` in a pseudo-terminal of its own, as a person runs it. */
export class Terminal {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<number | null>;
  #output = '';

  constructor(words: readonly string[], { env, columns = 80, program: other }: Surroundings) {
    const quoted = [...(other ?? [process.execPath, program]), ...words].map(
      (word) => `'${word.replaceAll("'", String.raw`'\''`)}'`,
    );
    // `script` (util-linux) opens the pseudo-terminal; what arrives on its stdin is typed there.
    this.#child = spawn(
      'script',
      ['-qec', `stty cols ${columns} rows 24; exec ${quoted.join(' ')}`, '/dev/null'],
      {
        env: environment({ TERM: 'xterm-256color', SHELL: '/bin/sh', ...env }),
      },
    );
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#child.stdin.on('error', () => undefined);
    this.#exited = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  /** Everything that was written so far, escape sequences included. */
  get output(): string {
    return this.#output;
  }

  /** The same as a person reads it: without escape sequences, lines ended by line feeds. */
  get text(): string {
    // oxlint-disable-next-line no-control-regex
    return this.#output.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r\n', '\n');
  }

  /** Waits until the text has something, then types. `\r` is Enter, `\u0003` is Ctrl-C. */
  async type(keys: string, after: string | RegExp): Promise<void> {
    await this.shows(after);
    this.#child.stdin.write(keys);
  }

  async shows(expected: string | RegExp): Promise<void> {
    await waitFor(
      () => (typeof expected === 'string' ? this.text.includes(expected) : expected.test(this.text)),
      {
        what: `the terminal to show ${String(expected)}; it shows:\n${this.text}`,
      },
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.text}`, { cause: error });
    });
  }

  /** Resolves with the exit code. */
  async ends(): Promise<number | null> {
    return await this.#exited;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** Runs `patchbay` in a terminal to its end. */
export async function inTerminal(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<{ code: number | null; text: string; output: string }> {
  const terminal = new Terminal(words, surroundings);
  const code = await terminal.ends();
  return { code, text: terminal.text, output: terminal.output };
}
