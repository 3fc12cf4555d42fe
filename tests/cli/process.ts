import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@patchbay/testing/wait';

/** The command line as it is installed. */
export const program = fileURLToPath(new URL('../../clients/cli/bin/patchbay.js', import.meta.url));

export const environment = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...env,
});

/** A program in a pseudo-terminal of its own. */
export class ProcessTerminal {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<number | null>;
  /** Everything that was written so far, escape sequences included. */
  output = '';

  constructor(words: readonly string[], env: Readonly<Record<string, string>>) {
    const quoted = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
    // `script` (util-linux) opens the pseudo-terminal; what arrives on its stdin is typed there.
    this.#child = spawn('script', ['-qec', `stty cols 200 rows 24; exec ${quoted.join(' ')}`, '/dev/null'], {
      env: environment({ TERM: 'xterm-256color', SHELL: '/bin/sh', ...env }),
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.#child.stdin.on('error', () => undefined);
    this.#exited = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  /** What a person reads: without escape sequences, lines ended by line feeds. */
  get text(): string {
    // oxlint-disable-next-line no-control-regex
    return this.output.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r\n', '\n');
  }

  /** Waits until the text has something, then types. `\r` is Enter, `\u0003` is Ctrl-C. */
  async type(keys: string, after: string | RegExp): Promise<void> {
    await this.shows(after);
    this.#child.stdin.write(keys);
  }

  async shows(expected: string | RegExp): Promise<void> {
    const isShown = (): boolean =>
      typeof expected === 'string' ? this.text.includes(expected) : expected.test(this.text);
    await waitFor(isShown, { what: String(expected) }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.text}`, { cause: error });
    });
  }

  /** Resolves with the exit code. */
  ends(): Promise<number | null> {
    return this.#exited;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
