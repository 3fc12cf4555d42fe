/**
 * `make release IMAGES=registry.example.com/patchbay/`: pushes the images and charts of this version to a registry, with SBOMs and
 * signatures, and writes values with their digests (docs/releasing.md). `--dry-run` prints every command and runs none.
 *
 * CHARTS (`<IMAGES>charts`), PLATFORMS (`linux/amd64,linux/arm64`), BASE (that of the Dockerfile), COSIGN_KEY (none: by the identity that
 * cosign asks for), COSIGN_ARGS and HELM_ARGS (further arguments of `cosign sign` and `cosign attest`, of `helm push` and `helm show`).
 */
import { run } from '@patchbay/servers/commands';
import { readOptions, refusals } from './options.ts';
import { Release, type Shell } from './release.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const isPlain = (argument: string): boolean => /^[\w@%+=:,./-]+$/.test(argument);
const quoted = (argument: string): string =>
  isPlain(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
const print = (program: string, args: readonly string[]): void =>
  say(`   $ ${[program, ...args].map(quoted).join(' ')}`);

/** What docker and helm say about a tag that a registry does not have. */
const isMissing = (message: string): boolean =>
  /not found|manifest unknown|name unknown|\b404\b/i.test(message);

const real: Shell = {
  dry: false,
  async run(program, args) {
    print(program, args);
    return run(program, args);
  },
  async has(program, args) {
    try {
      await run(program, args);
      return true;
    } catch (error) {
      if (error instanceof Error && isMissing(error.message)) return false;
      throw error;
    }
  },
};
const dry: Shell = {
  dry: true,
  async run(program, args) {
    print(program, args);
    return '';
  },
  async has(program, args) {
    print(program, args);
    return false;
  },
};

const shell = process.argv.includes('--dry-run') ? dry : real;
const root = process.cwd();
try {
  const options = await readOptions(root, process.env);
  const problems = await refusals(root, options);
  if (problems.length > 0) {
    const text = ['This release would be refused:', ...problems].join('\n- ');
    if (!shell.dry) throw new Error(text.replace('would be', 'is'));
    say(text);
  }
  say(`Patchbay ${options.version}, ${options.commit}`);
  await new Release(options, shell, root, say).run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
