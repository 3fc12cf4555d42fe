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

  it('no token and a text that is longer than any are refused, and every other text is looked up', async () => {
    const { fetch, calls } = await startGateway();
    for (const token of ['', 'x'.repeat(2_049)])
      expect((await fetch(path, post({ token }))).status).toBe(400);
    expect(calls).toEqual([]);
    const texts = ['x'.repeat(2_048), 'no token', 'a\nb', 'k1.ü'];
    for (const token of texts) await fetch(path, post({ token }));
    expect(calls.map(({ request }) => request)).toMatchObject(texts.map((token) => ({ token })));
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
