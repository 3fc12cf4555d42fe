import { notFound } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { bearer, post, startGateway } from '../../testing/gateway.ts';

const path = '/v1/watching/end';

describe('endWatching', () => {
  it('the link of a mail ends watching without a session, and the answer names what ended', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(path, post({ token: 'k1.token' }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      organizationName: 'Acme Media',
      workspaceNames: ['Brand campaigns'],
    });
    expect(calls).toMatchObject([
      { method: 'endWatching', request: { token: 'k1.token' }, call: { caller: { type: 'anonymous' } } },
    ]);
  });

  it('a GET ends nothing: programs that scan mails open links', async () => {
    const { fetch, calls } = await startGateway();
    expect((await fetch(path)).status).toBe(405);
    expect(calls).toEqual([]);
  });

  it('a malformed token is not looked up', async () => {
    const { fetch, calls } = await startGateway();
    for (const token of ['', 'x'.repeat(2_049), 'a\nb'])
      expect((await fetch(path, post({ token }))).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it('wrong tokens of an address count as wrong credentials', async () => {
    const { fetch } = await startGateway({
      implementations: {
        workspaces: {
          endWatching: () => {
            throw notFound();
          },
        },
      },
      limits: { failedCredentialPerAddress: { limit: 1, windowSeconds: 60 } },
    });
    expect((await fetch(path, post({ token: 'k1.guess' }))).status).toBe(404);
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(429);
  });
});
