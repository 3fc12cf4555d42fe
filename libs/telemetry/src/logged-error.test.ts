import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

/** The log line of an error: its text, and its parsed `err`. */
function lineOf(err: unknown): { text: string; err: Record<string, unknown> } {
  let text = '';
  const destination = { write: (line: string) => void (text = line) };
  createLogger({ service: 'test', destination }).error({ err }, 'failed');
  return { text, err: (JSON.parse(text) as { err: Record<string, unknown> }).err };
}

const failed = (message: string, more: Record<string, unknown> = {}, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), more);

describe('an error in the log', () => {
  it('a logged error has its causes, its stack and the code that helps to find it', () => {
    const { err } = lineOf(
      failed('not saved', { code: 'internal' }, failed('duplicate key', { code: '23505' })),
    );
    expect(err).toMatchObject({ type: 'Error', message: 'not saved: duplicate key', code: 'internal' });
    expect(err['stack']).toContain('logged-error.test.ts');
    expect(lineOf(failed('duplicate key', { code: '23505', constraint: 'users_email' })).err).toMatchObject({
      code: '23505',
      constraint: 'users_email',
    });
  });

  it.each([
    ['the row that Postgres refused', { detail: 'Failing row contains (hunter2).' }],
    ['the address that did not parse', { input: 'postgresql://identity:hunter2@db/patchbay' }],
    ['headers', { headers: { 'x-api-key': 'hunter2' } }, failed('inner', { request: { body: 'hunter2' } })],
    ['the claims of a token', { payload: { context: { caller: 'hunter2' } } }],
  ])('a logged error does not have %s', (_what, more, cause?: Error) => {
    expect(lineOf(failed('refused', more, cause)).text).not.toContain('hunter2');
  });

  it.each([
    [
      'a URL that a driver quotes',
      'cannot connect to postgresql://identity:hunter2@db:5432/patchbay',
      'db:5432',
    ],
    ['a password with signs in it', 'redis://:hunter2@hunter2!@cache:6379 is down', 'cache:6379'],
    ['a link of a mail', '550 spam: https://portal.example/sign-in?token=hunter2 refused', 'portal.example'],
    ['a header', 'refused: Authorization: Bearer hunter2hunter2', 'Authorization'],
    ['an API key', 'no such key pby_01234567890hunter2', 'pby_01234567890'],
    ['an email address', '550 5.1.1 <hunter2@acme.example> unknown', '5.1.1'],
  ])('the text of a logged error does not have %s', (_what, message, kept) => {
    for (const thrown of [failed(message), failed('outer', {}, failed(message)), message]) {
      const { text } = lineOf(thrown);
      expect(text).not.toContain('hunter2');
      expect(text).toContain(kept);
    }
  });

  it('a logged connection error names every address that was tried', () => {
    const tried = new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')]);
    expect(lineOf(tried).err).toMatchObject({ errors: ['connect ::1', 'connect 127.0.0.1'] });
  });

  it('a thrown value that is no error is logged without its fields', () => {
    expect(lineOf('just text').err).toEqual({ type: 'string', message: 'just text' });
    expect(lineOf({ token: 'hunter2' }).text).not.toContain('hunter2');
  });
});
