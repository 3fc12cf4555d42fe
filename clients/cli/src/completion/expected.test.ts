import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { expectedAt } from './expected.ts';

const run = async (): Promise<void> => undefined;
const commands: readonly Command[] = [
  { path: ['login'], summary: 'Sign in', run },
  { path: ['hidden'], summary: 'Nobody sees it', isHidden: true, run },
  {
    path: ['audit', 'verify'],
    summary: 'Check the trail',
    args: [{ name: 'file', description: '', completes: 'files' }],
    flags: [
      { name: 'kind', value: 'a|b', description: 'Which. Default: a.', completes: ['a', 'b'] },
      { name: 'key', value: 'file', description: '', repeats: true, completes: 'files' },
      { name: 'quiet', description: '' },
    ],
    printsData: true,
    run,
  },
  { path: ['audit', 'tail'], summary: 'Follow the trail', args: [], run },
  {
    path: ['send'],
    summary: 'Send words',
    args: [{ name: 'words', description: '', isVariadic: true, completes: ['x'] }],
    run,
  },
];
const at = (line: string) => expectedAt(line.split(' '), commands);
const values = (line: string): string[] => at(line).candidates.map(({ value }) => value);

describe('names', () => {
  it('the first word is a group or a command that is not hidden', () => {
    expect(values('').toSorted()).toEqual(['audit', 'login', 'send']);
    expect(values('help ').toSorted()).toEqual(['audit', 'login', 'send']);
  });

  it('the second word is a verb, with its summary', () => {
    expect(at('audit ').candidates).toContainEqual({ value: 'tail', description: 'Follow the trail' });
    expect(values('help audit ')).toEqual(['verify', 'tail']);
  });

  it('nothing follows an unknown command', () => {
    expect(values('nothing ')).toEqual([]);
  });
});

describe('flags', () => {
  it('flags that were given are not offered again, unless they repeat', () => {
    const offered = values('audit verify --kind a --key k --quiet --');
    expect(offered).toEqual(expect.arrayContaining(['--key', '--json', '--org']));
    expect(offered).not.toEqual(expect.arrayContaining(['--kind']));
    expect(offered).not.toEqual(expect.arrayContaining(['--quiet']));
  });

  it('a description is its first sentence', () => {
    expect(at('audit verify --k').candidates).toContainEqual({ value: '--kind', description: 'Which.' });
  });

  it('flags are offered where no argument is left', () => {
    expect(values('audit tail ')).toContain('--org');
    expect(values('audit verify file ')).toContain('--kind');
  });

  it('a value follows its flag, in the next word or behind =', () => {
    expect(at('audit verify --kind ')).toMatchObject({ completes: ['a', 'b'], prefix: '' });
    expect(at('audit verify --kind=')).toMatchObject({ completes: ['a', 'b'], prefix: '--kind=' });
    expect(at('audit verify --org ')).toMatchObject({ completes: { operationId: 'listOrganizations' } });
  });

  it('a flag may follow one whose value is optional', () => {
    expect(values('audit verify --json --k')).toContain('--kind');
  });

  it('the typed flags are returned, for requests', () => {
    expect(at('audit verify --org acme --host=http://h --quiet ').flags).toEqual({
      org: 'acme',
      host: 'http://h',
    });
  });

  it('no flags are offered after --', () => {
    expect(at('audit verify -- ')).toMatchObject({ completes: 'files' });
    expect(values('audit tail -- ')).toEqual([]);
  });
});

describe('arguments', () => {
  it('an argument is completed also behind flags', () => {
    expect(at('audit verify ')).toMatchObject({ completes: 'files' });
    expect(at('audit verify --kind a ')).toMatchObject({ completes: 'files' });
  });

  it('a variadic argument takes all words that follow', () => {
    expect(at('send x x ')).toMatchObject({ completes: ['x'] });
  });
});
