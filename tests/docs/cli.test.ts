import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allCommands, run } from '@patchbay/cli/program';
import { manPages } from '@patchbay/cli/reference/man';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const commands = allCommands();
/** The same commands, which do nothing. */
const idle = commands.map((command) => ({ ...command, run: async () => undefined }));
const stream = { write: () => true, isTTY: false };
const io = {
  stdin: stream,
  stdout: stream,
  stderr: stream,
  env: {},
  signal: new AbortController().signal,
} as unknown as Parameters<typeof run>[0];

/** The words of each `patchbay` that a line of a shell runs: up to a pipe, a redirection, a comment or the end of a substitution. */
function commandLinesIn(line: string): string[][] {
  return [...line.matchAll(/(?:^|[|;&(] *|npx )patchbay (.*?)(?= [|<>;&#]|\)|$)/g)].map(([, words = '']) =>
    (words.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) => word.replaceAll(/['"]/g, '')),
  );
}

const problemOf = (words: readonly string[]): Promise<string | undefined> =>
  run(io, words, idle).then(
    () => undefined,
    (error: unknown) => `patchbay ${words.join(' ')}: ${String(error)}`,
  );

async function problemsIn(lines: readonly string[]): Promise<string[]> {
  const problems = await Promise.all(lines.flatMap(commandLinesIn).map(problemOf));
  return problems.filter((problem) => problem !== undefined);
}

it('the examples in help have commands, arguments and flags that exist', async () => {
  expect(await problemsIn(commands.flatMap(({ examples = [] }) => examples))).toEqual([]);
});

it.each(globSync(['README.md', 'docs/*.md'], { cwd: root }))(
  'the command lines of %s have commands, arguments and flags that exist',
  async (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
    expect(await problemsIn(blocks.flatMap((block) => block.split('\n')))).toEqual([]);
  },
);

it('a command line in a page is found, and a wrong one is a problem', async () => {
  expect(commandLinesIn("source <(patchbay completion 'bash') # patchbay")).toEqual([['completion', 'bash']]);
  expect(await problemsIn(['npx patchbay org lst | cat'])).toEqual([expect.stringContaining('lst')]);
});

it('every command but hidden ones has an example', () => {
  const without = commands.filter(({ isHidden, examples = [] }) => !isHidden && examples.length === 0);
  expect(without.map(({ path }) => path.join(' '))).toEqual([]);
});

describe('man pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-man-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const pages = [...manPages(commands, '1.2.3')];

  it('there is one of the program and one of each noun', () => {
    const names = pages.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['patchbay.1', 'patchbay-org.1', 'patchbay-completion.1']));
    expect(names).not.toContain('patchbay-__complete.1');
  });

  const isThere = spawnSync('groff', ['--version']).status === 0;
  it.skipIf(!isThere)('groff has no warnings about any', () => {
    for (const [name, text] of pages) writeFileSync(join(folder, name), text);
    const files = pages.map(([name]) => join(folder, name));
    const { stderr } = spawnSync('groff', ['-man', '-ww', '-z', '-k', '-Tutf8', ...files], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });
});

describe('the package', () => {
  const folder = join(root, 'clients/cli');

  it('is one bundled file with its starter, jq, which is loaded when it is needed, and man pages', () => {
    const { files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toEqual(['bin', 'bundle']);
    expect(readdirSync(join(folder, 'bin'))).toEqual(['patchbay.js']);
    expect(
      readdirSync(join(folder, 'bundle'))
        .filter((name) => name !== 'jq.js')
        .toSorted(),
    ).toEqual(['man', 'patchbay.js']);
  });

  it.each(globSync('bundle/*.js', { cwd: folder }))('%s imports only modules of Node', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    // Not words of texts, such as those of messages and of code that is generated.
    const imported = [
      ...text.matchAll(/(?:^|;)import[\w$*{}, ]*?(?: ?from ?)?["'`]([^"'`]+)["'`]/gm),
      ...text.matchAll(/\bimport\(["'`]([^"'`]+)["'`]\)/g),
    ].map(([, name = '']) => name);
    expect(imported.filter((name) => !isBuiltin(name) && name !== './jq.js')).toEqual([]);
  });

  it("runs on the machine's Node, which may be older than that of the lockfile", () => {
    const env = {
      ...process.env,
      PATH: (process.env['PATH'] ?? '').replaceAll(/[^:]*node_modules[^:]*:?/g, ''),
    };
    const starter = join(folder, 'bin/patchbay.js');
    expect(execFileSync('node', [starter, '--version'], { env, encoding: 'utf8' })).toMatch(/^patchbay \d/);
    expect(execFileSync('node', [starter, 'org', 'get', '--help'], { env, encoding: 'utf8' })).toContain(
      'Usage:',
    );
  });

  it('shows help without what only tables need: a segmenter of texts takes longer than all the rest', () => {
    const trap = 'Intl.Segmenter = class { constructor() { throw new Error("a segmenter"); } }';
    const { stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${trap}`, join(folder, 'bin/patchbay.js'), 'org', '--help'],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
  });
});
