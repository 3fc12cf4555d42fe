import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';

const script = fileURLToPath(new URL('../../../docs/verify-export.sh', import.meta.url));
const jqProgram = fileURLToPath(new URL('jq-program.ts', import.meta.url));

export interface Verdict {
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface ExportVerifier {
  /** Writes a file for the script and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Runs `docs/verify-export.sh` as a customer does. Default: with the jq of the machine, or where it has none with ours. */
  run(args: readonly string[], options?: { readonly ourJq?: boolean }): Promise<Verdict>;
  /** Runs commands of a page in the folder of the written files, with these variables. */
  runCommands(commands: string, variables?: Readonly<Record<string, string>>): Promise<Verdict>;
  remove(): Promise<void>;
}

export async function createExportVerifier(): Promise<ExportVerifier> {
  const folder = await createTemporaryDirectory('patchbay-verify-export-');
  await writeFile(join(folder.path, 'jq'), `#!/bin/sh\nexec '${process.execPath}' '${jqProgram}' "$@"\n`, {
    mode: 0o755,
  });
  // npm puts the commands of packages first, and one of them is another `jq`.
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((each) => !each.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
  const hasOwnJq = spawnSync('jq', ['--version'], { env: { ...process.env, PATH: path } }).status === 0;
  const environment = (ourJq: boolean): NodeJS.ProcessEnv => ({
    ...process.env,
    PATH: ourJq ? `${folder.path}${delimiter}${path}` : path,
  });
  const execute = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Verdict> =>
    new Promise((resolve, reject) => {
      execFile(program, args, { env, cwd: folder.path }, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (typeof code === 'number') resolve({ code, output: stdout + stderr });
        else reject(error ?? new Error('no exit code'));
      });
    });
  return {
    async write(name, content) {
      const file = join(folder.path, name);
      await writeFile(file, content);
      return file;
    },
    run: (args, { ourJq = !hasOwnJq } = {}) => execute(script, args, environment(ourJq)),
    runCommands: (commands, variables = {}) =>
      execute('bash', ['-euo', 'pipefail', '-c', commands], { ...environment(!hasOwnJq), ...variables }),
    remove: () => folder.remove(),
  };
}
