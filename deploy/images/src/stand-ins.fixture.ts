import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedServices, type ServiceName } from '@patchbay/platform/services';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
  /** What the stand-ins were called with, in order: `docker build --tag …`. */
  readonly calls: readonly string[];
}

/** Programs that record their arguments and then do what their script says, such as `exit 1`. They alone are on the PATH. */
export class StandIns {
  readonly folder: string;
  readonly #log: string;

  constructor(scripts: Readonly<Record<string, string>>) {
    this.folder = mkdtempSync(join(tmpdir(), 'patchbay-stand-ins-'));
    onTestFinished(() => rmSync(this.folder, { recursive: true }));
    this.#log = join(this.folder, 'calls.log');
    for (const [name, script] of Object.entries(scripts)) this.write(name, script);
  }

  /** Replaces a program, or adds one. `$*` are its arguments. */
  write(name: string, script: string): void {
    const path = join(this.folder, name);
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> '${this.#log}'\n${script}\n`);
    chmodSync(path, 0o755);
  }

  /** Runs a program of the repository from its source, and forgets the calls before it. */
  run(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
    rmSync(this.#log, { force: true });
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--conditions=patchbay-source', join(root, program), ...args], {
        cwd: this.folder,
        env: { ...env, PATH: this.folder },
      });
      let output = '';
      child.stdout.on('data', (part) => (output += String(part)));
      child.stderr.on('data', (part) => (output += String(part)));
      child.on('error', reject);
      child.on('close', (code) => {
        const calls = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : [];
        resolve({ code, output, calls });
      });
    });
  }
}

/** The digest that `writesMetadata` gives the image of a service. */
export const digestOf = (service: ServiceName): string =>
  `sha256:${String(packagedServices.indexOf(service)).padStart(64, '0')}`;

/** A script of `docker`: writes the file that `--metadata-file` names, with the digest of the image that `--tag` names. */
export const writesMetadata = `
while [ $# -gt 0 ]; do
  case "$1 $2" in
${packagedServices.map((service) => `    "--tag "*${service}:*) digest=${digestOf(service)} ;;`).join('\n')}
    "--metadata-file "*) echo "{\\"containerimage.digest\\":\\"$digest\\"}" > "$2" ;;
  esac
  shift
done`;
