import { describe, expect, it } from 'vitest';
import { Failure } from './failure.ts';
import { allCommands, run } from './program.ts';
import type { Io } from './terminal/io.ts';

/** Runs words in a terminal of a width, and resolves with what stdout got. */
async function output(words: readonly string[], columns?: number): Promise<string> {
  let text = '';
  const stdout = {
    isTTY: columns !== undefined,
    columns,
    write: (part: string) => {
      text += part;
      return true;
    },
  };
  const io = { stdout, stderr: stdout, env: { NO_COLOR: '1' }, signal: new AbortController().signal };
  expect(await run(io as unknown as Io, words)).toBe(0);
  return text;
}

const failure = (...words: string[]): Promise<unknown> => output(words).catch((error: unknown) => error);

/** Lines that are wider than the terminal, those aside that are one word or typed as they are. */
const tooWide = (text: string, columns: number): string[] =>
  text
    .replace(/^Examples:\n[^]*/m, '')
    .split('\n')
    .filter(
      (line) => line.length > columns && line.trim().includes(' ') && !/^(Usage:|  --\S+ <\S+>$)/.test(line),
    );

describe('help', () => {
  it('`patchbay`, `patchbay help` and `patchbay --help` show the groups on one screen', async () => {
    const text = await output([]);
    expect(text).toMatch(/^Work with:\n {2}org /m);
    expect(text).toMatch(/^Tools:\n(.*\n)* {2}completion /m);
    expect(text.split('\n').length).toBeLessThan(45);
    expect(text).not.toContain('__complete');
    expect(await output(['help'])).toBe(text);
    expect(await output(['--help'])).toBe(text);
  });

  it('`patchbay help environment` and `patchbay help exit-codes` list the variables and the codes', async () => {
    expect(await output(['help', 'environment'])).toMatch(
      /^Environment variables:\n(.*\n)* {2}PATCHBAY_API_KEY /,
    );
    expect(await output(['help', 'exit-codes'])).toMatch(/^Exit codes:\n(.*\n)* {2}5 /);
    expect(tooWide(await output(['help', 'environment'], 40), 40)).toEqual([]);
  });

  it('a group lists its most used commands first', async () => {
    const verbs = (text: string): string[] =>
      [...text.matchAll(/^ {2}([a-z-]+) /gm)].map(([, verb = '']) => verb);
    expect(verbs(await output(['integration'])).slice(0, 5)).toEqual([
      'list',
      'get',
      'create',
      'connect',
      'watch',
    ]);
    expect(verbs(await output(['session'])).slice(0, 4)).toEqual(['list', 'get', 'revoke', 'sign-out']);
  });

  it.each([
    [
      ['orgs', 'ls', '--help'],
      ['org', 'list', '--help'],
    ],
    [
      ['organisations', '--help'],
      ['org', '--help'],
    ],
    [['-v'], ['--version']],
  ])('%j means %j', async (typed, meant) => {
    expect(await output(typed)).toBe(await output(meant));
  });

  it('a group without a verb shows its verbs and examples', async () => {
    const text = await output(['workspace']);
    expect(text).toContain('Workspaces are separate parts of an organization');
    expect(text).toMatch(/^ {2}get \[workspace\] +Read a workspace$/m);
    expect(text).toMatch(/^Examples:\n {2}patchbay workspace /m);
    expect(await output(['help', 'workspace'])).toBe(text);
    expect(await output(['workspace', '--help'])).toBe(text);
  });

  it('a command shows its own flags and those of every command apart, and an example', async () => {
    const text = await output(['workspace', 'create', '--help']);
    expect(text).toMatch(/^Flags:\n(.*\n)* {2}--slug <text> .*\n(.*\n)*\nCommon flags:\n(.*\n)* {2}--org /m);
    expect(text).toContain("  patchbay workspace create --name 'Brand campaigns' --slug brand-campaigns");
    expect(await output(['help', 'workspace', 'create'])).toBe(text);
  });

  it.each([80, 40])('fits into a terminal of %i columns', async (columns) => {
    const all = allCommands().filter(({ isHidden }) => !isHidden);
    const nouns = [...new Set(all.map(({ path }) => path[0] ?? ''))];
    const lines = await Promise.all(
      [[], ...nouns.map((noun) => [noun]), ...all.map(({ path }) => path)].map(async (words) =>
        tooWide(await output([...words, '--help'], columns), columns),
      ),
    );
    expect(lines.flat()).toEqual([]);
  });

  it('names commands, not operation ids', async () => {
    const text = await output(['integration', 'create', '--help']);
    expect(text).toContain('`patchbay integration connect`');
    expect(text).not.toContain('connectIntegration');
  });
});

it('`--version` shows the version', async () => {
  expect(await output(['--version'])).toMatch(/^patchbay \d+\.\d+\.\d+\n$/);
});

describe('mistakes', () => {
  it.each([
    [['orgg'], "Unknown command 'orgg'.", 'Did you mean org?\nRun `patchbay --help` for help.'],
    [['org', 'lst'], "Unknown command 'lst'.", 'Did you mean list?\nRun `patchbay org --help` for help.'],
    [
      ['org', 'list', '--jsno'],
      "Unknown option '--jsno'.",
      'Did you mean --json?\nRun `patchbay org list --help` for help.',
    ],
    [
      ['completion'],
      "Missing required argument 'shell'.",
      'For example: source <(patchbay completion bash)  # in ~/.bashrc\nRun `patchbay completion --help` for help.',
    ],
    [
      ['workspace', 'create', 'Spring'],
      "Too many arguments for 'create'. Expected 0 arguments but got 1.",
      "For example: patchbay workspace create --name 'Brand campaigns' --slug brand-campaigns\nRun `patchbay workspace create --help` for help.",
    ],
    [['api', 'GET'], 'Missing: <path>.', 'For example: patchbay api /v1/me'],
  ])('%j exits with 2 and suggests the right command', async (words, message, hint) => {
    const error = await failure(...words);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ exitCode: 2, message, hint });
  });
});
