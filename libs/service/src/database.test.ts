import { readConfig } from '@patchbay/config/config';
import { describe, expect, it } from 'vitest';
import { commandUrlOf, databaseOf } from './database.ts';
import { databaseVariables, poolerVariables, poolVariables } from './variables.ts';

const url = 'postgres://audit@localhost/patchbay';
const configOf = (environment: Record<string, string>) =>
  readConfig(
    'audit',
    { ...databaseVariables, ...poolerVariables, ...poolVariables },
    { DATABASE_URL: url, ...environment },
  );
const read = (environment: Record<string, string>) => databaseOf(configOf(environment));

describe('the options of a pool', () => {
  it('the options of a pool have defaults', () => {
    const defaults = {
      url,
      max: 8,
      connectTimeoutMs: 3_000,
      statementTimeoutMs: 10_000,
      lockTimeoutMs: 8_000,
    };
    expect(read({})).toEqual(defaults);
  });

  it('the options of a pool are read from the environment', () => {
    const environment = {
      DATABASE_POOL_SIZE: '20',
      DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
      DATABASE_STATEMENT_TIMEOUT_SECONDS: '30',
      DATABASE_LOCK_TIMEOUT_SECONDS: '4',
    };
    expect(read(environment)).toEqual({
      url,
      max: 20,
      connectTimeoutMs: 1_000,
      statementTimeoutMs: 30_000,
      lockTimeoutMs: 4_000,
    });
  });

  it('the options of a pool behind a pooler have a second address, which commands use', () => {
    const sessionUrl = 'postgres://audit@postgres/patchbay';
    const environment = { DATABASE_SESSION_URL: sessionUrl, DATABASE_PREPARED_STATEMENTS: 'true' };
    expect(read(environment)).toMatchObject({ url, sessionUrl, preparedStatements: true });
    expect(commandUrlOf(configOf(environment))).toBe(sessionUrl);
    expect(commandUrlOf(configOf({}))).toBe(url);
  });

  // With one connection, whoever waits for a row lock would hold the only one.
  it.each(['1', '0', '-3', '2.5', 'many', '1001'])('a pool of %s connections is refused', (size) => {
    expect(() => read({ DATABASE_POOL_SIZE: size })).toThrow(
      'DATABASE_POOL_SIZE must be a whole number from 2 to 1000',
    );
  });

  it.each(['CONNECT', 'STATEMENT', 'LOCK'])('a %s timeout of 0 is refused', (which) => {
    expect(() => read({ [`DATABASE_${which}_TIMEOUT_SECONDS`]: '0' })).toThrow(
      /must be a whole number from [12] to/,
    );
  });
});
