import { describe, expect, it } from 'vitest';
import { assertSupportedPostgres } from './version.ts';

const server = (number: number, name: string) =>
  ({ query: async () => ({ rows: [{ number, name }] }) }) as never;

describe('the version of Postgres', () => {
  it('a Postgres older than 16 is refused in one sentence', async () => {
    await expect(assertSupportedPostgres(server(150_014, '15.14 (Debian 15.14-0+deb12u1)'))).rejects.toThrow(
      /^PostgreSQL 15\.14 \(Debian 15\.14-0\+deb12u1\) is too old: Patchbay needs PostgreSQL 16 or newer\.$/,
    );
  });

  it.each([160_000, 180_001])('a Postgres with the version number %i is supported', async (number) => {
    await expect(assertSupportedPostgres(server(number, 'any'))).resolves.toBeUndefined();
  });
});
