import type { HandlerContext } from '@connectrpc/connect';
import type { Queryable } from '@patchbay/database/query';
import { describe, expect, it } from 'vitest';
import { requestSignInLink } from './sign-in-links.ts';

/** The call has no context: neither caller nor token is read. */
const noContext = {} as HandlerContext;

describe('requestSignInLink', () => {
  it('a request for a sign-in link is stored by one insert, and nothing is looked up before the answer', async () => {
    const statements: string[] = [];
    let woken = 0;
    const db: Queryable = {
      now: () => new Date(),
      query: async ({ text }) => {
        statements.push(text);
        return [];
      },
    };
    // It has no client of organization and no transaction: what it does cannot depend on what is known of the address.
    const request = requestSignInLink({
      db,
      linkRequests: { wake: () => void (woken += 1) },
      portalUrl: 'https://portal.example',
    });
    const message = { email: 'ada@acme.example', callbackUrl: '' };
    expect(await request(message as Parameters<typeof request>[0], noContext)).toEqual({});
    expect(statements).toEqual([
      expect.stringMatching(/^insert into link_requests \([^)]*\)\s+values \([^)]*\)$/),
    ]);
    expect(woken).toBe(1);
  });
});
