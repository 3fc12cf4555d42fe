import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('a page sends the cookie and no referrer, and sends nothing twice', async () => {
  const settings = { apiUrl: 'https://api.test', traceparent: '00-trace' };
  vi.stubGlobal('document', { querySelector: () => ({ content: JSON.stringify(settings) }) });
  const sent = vi.fn<typeof fetch>(async () => new Response(null, { status: 503 }));
  vi.stubGlobal('fetch', sent);
  const { api } = await import('./client.ts');
  await expect(api.getSession()).rejects.toThrow('503');
  expect(sent.mock.calls).toEqual([
    [
      'https://api.test/v1/auth/session',
      expect.objectContaining({
        credentials: 'include',
        referrerPolicy: 'no-referrer',
        headers: new Headers({ traceparent: '00-trace' }),
      }),
    ],
  ]);
});
