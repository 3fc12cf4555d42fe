import { spawn } from 'node:child_process';

export interface Output {
  readonly code: number;
  readonly stdout: string;
  /** What was written, errors included, in order. */
  readonly text: string;
}

/** Runs a program to its end, with `input` on its standard input. Does not reject if it fails. */
export function attempt(command: string, args: readonly string[], input = ''): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let [stdout, text] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      text += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, text }));
    // A program that ends without reading its input closes the pipe.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Runs a program to its end and resolves with its standard output; rejects with all that it wrote if it fails. */
export async function call(command: string, args: readonly string[], input?: string): Promise<string> {
  const { code, stdout, text } = await attempt(command, args, input);
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${text.trim()}`);
  return stdout;
}
