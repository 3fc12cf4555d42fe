import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigurationError, readConfig, withSecretFiles } from './config.ts';
import { secret } from './secret.ts';
import { baseUrl, commaSeparated, port, url } from './variables.ts';

const shape = {
  PORT: port(3000),
  PUBLIC_URL: baseUrl(),
  DATABASE_URL: url('postgres', 'postgresql'),
  ORIGINS: commaSeparated().default([]),
  NOTE: z.string().optional(),
};

describe('reading a configuration', () => {
  it('a configuration has the defaults and types of its variables', () => {
    const config = readConfig('gateway', shape, {
      PUBLIC_URL: 'http://localhost:3000/',
      DATABASE_URL: 'postgres://x',
      ORIGINS: 'https://a.example, https://b.example',
    });
    expect(config).toEqual({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: 'postgres://x',
      ORIGINS: ['https://a.example', 'https://b.example'],
    });
  });

  it('every problem of a configuration is in one message', () => {
    const read = () =>
      readConfig('gateway', shape, { PORT: 'eighty', DATABASE_URL: 'mysql://x', PUBLIC_URL: '' });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(
      expect.objectContaining({
        problems: [
          'PORT must be a port, 0 to 65535',
          'PUBLIC_URL is required',
          'DATABASE_URL must be an address beginning with postgres:// or postgresql://',
        ],
      }),
    );
  });

  it('problems between variables follow the problems of each', () => {
    const between = () => ['NOTE is required with PORT'];
    const given = { PUBLIC_URL: 'http://h', DATABASE_URL: 'postgres://x' };
    expect(() => readConfig('x', shape, given, between)).toThrow(
      expect.objectContaining({ problems: ['NOTE is required with PORT'] }),
    );
    expect(() => readConfig('x', shape, { ...given, PORT: 'eighty' }, between)).toThrow(
      expect.objectContaining({
        problems: ['PORT must be a port, 0 to 65535', 'NOTE is required with PORT'],
      }),
    );
  });

  it('a base URL with a query or a fragment is refused', () => {
    expect(() => readConfig('x', { PUBLIC_URL: baseUrl() }, { PUBLIC_URL: 'https://h/?a=b' })).toThrow(
      'PUBLIC_URL must be an address without a query or a fragment',
    );
  });

  it('the message of a wrong configuration has no values', () => {
    expect(() =>
      readConfig('x', shape, { DATABASE_URL: 'mysql://u:hunter2@h', PUBLIC_URL: 'http://h' }),
    ).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
  });
});

describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-secret-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (content: string): string => {
    const path = join(folder, String(content.length));
    writeFileSync(path, content);
    return path;
  };
  const secrets = { TOKEN: secret(z.string().min(3, 'is too short')), NOTE: z.string().optional() };
  const problemsOf = (environment: Record<string, string>): readonly string[] => {
    try {
      readConfig('x', secrets, environment);
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems;
    }
    return [];
  };

  it('a secret may stand in a file, whose last line end is removed', () => {
    expect(readConfig('x', secrets, { TOKEN_FILE: file('s3cret\n') })).toEqual({ TOKEN: 's3cret' });
    expect(readConfig('x', secrets, { TOKEN: 's3cret', TOKEN_FILE: '' })).toEqual({ TOKEN: 's3cret' });
  });

  it('the check between variables gets the secrets of files', () => {
    const between = ({ TOKEN }: Readonly<Record<string, string | undefined>>) => [`TOKEN is ${TOKEN}`];
    expect(() => readConfig('x', secrets, { TOKEN_FILE: file('s3cret') }, between)).toThrow(
      'TOKEN is s3cret',
    );
  });

  it('a secret file that is missing, empty or one of two sources is refused in one sentence', () => {
    const unreadable = ['TOKEN_FILE must name a file that can be read and is not empty'];
    expect(problemsOf({ TOKEN_FILE: join(folder, 'none') })).toEqual(unreadable);
    expect(problemsOf({ TOKEN_FILE: file('\n') })).toEqual(unreadable);
    expect(problemsOf({ TOKEN_FILE: file('ab') })).toEqual(['TOKEN is too short']);
    expect(problemsOf({ TOKEN: 's3cret', TOKEN_FILE: file('s3cret') })).toEqual([
      'TOKEN and TOKEN_FILE must not both be set',
    ]);
    expect(problemsOf({})).toEqual(['TOKEN is required']);
  });

  it('withSecretFiles passes a secret on as its value, without its file', () => {
    const path = file('s3cret');
    expect(withSecretFiles(secrets, { TOKEN_FILE: path, NOTE_FILE: path, HOME: '/root' })).toEqual({
      TOKEN: 's3cret',
      NOTE_FILE: path,
      HOME: '/root',
    });
    expect(withSecretFiles(secrets, { TOKEN: 's3cret' })).toEqual({ TOKEN: 's3cret' });
  });

  it('only secrets are read from files', () => {
    expect(readConfig('x', secrets, { TOKEN: 's3cret', NOTE_FILE: file('note') })).toEqual({
      TOKEN: 's3cret',
    });
  });
});
