import type { RequestListener } from 'node:http';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createLog } from '@patchbay/testing/log';
import { waitFor } from '@patchbay/testing/wait';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from './portal.fixture.ts';
import { createSignInProviders } from './sign-in-providers.ts';

type Answer = 'client' | 'no client' | 'broken' | 'silent' | 'other server';

/** A gateway whose answers can be changed. */
async function startGateway(answers: Record<'google' | 'microsoft', Answer>) {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway');
    asked.push(`${request.method} ${pathname} ${searchParams.get('callbackURL')}`);
    const answer = answers[pathname.endsWith('/google') ? 'google' : 'microsoft'];
    if (answer === 'client')
      response
        .writeHead(302, { location: 'http://127.0.0.1:9/never-followed', 'set-cookie': 'flow=1' })
        .end();
    if (answer === 'no client')
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}');
    if (answer === 'broken') response.writeHead(503).end();
    if (answer === 'other server') response.writeHead(404, { 'content-type': 'text/html' }).end();
  };
  return { asked, answers, gatewayUrl: await serve(listener) };
}

async function start(gatewayUrl: string) {
  const { logger, lines } = createLog();
  const outgoing = createOutgoing({ logger, allowedOrigins: [gatewayUrl], breaker: { suspendMs: 20 } });
  const providers = createSignInProviders({
    gatewayUrl,
    portalUrl: 'https://portal.acme.example',
    outgoing,
    logger,
    refreshMs: 30,
    backoff: { min: 10, max: 20 },
  });
  await providers.component.start?.();
  onTestFinished(async () => {
    await providers.component.stop?.();
    await outgoing.component.stop?.();
  });
  return { ...providers, lines };
}

describe('the sign-in providers', () => {
  it('the Portal knows the providers that the gateway has a client for once it is ready', async () => {
    const { asked, gatewayUrl } = await startGateway({ google: 'no client', microsoft: 'client' });
    const { current } = await start(gatewayUrl);
    expect(current()).toEqual(['microsoft']);
    expect(asked.toSorted()).toEqual([
      'GET /v1/auth/google https://portal.acme.example/',
      'GET /v1/auth/microsoft https://portal.acme.example/',
    ]);
  });

  it('a change of the providers is noticed and logged once', async () => {
    const { answers, gatewayUrl } = await startGateway({ google: 'client', microsoft: 'no client' });
    const { current, lines } = await start(gatewayUrl);
    expect(current()).toEqual(['google']);
    answers.google = 'no client';
    answers.microsoft = 'client';
    await waitFor(() => current()[0] === 'microsoft', { what: 'the change' });
    expect(lines.map(({ msg, now }) => [msg, now])).toEqual([
      ['sign-in providers changed', ['google']],
      ['sign-in providers changed', ['microsoft']],
    ]);
  });

  it.each(['broken', 'other server'] as const)(
    'the known providers stay while the gateway is %s, which is logged once',
    async (answer) => {
      const { asked, answers, gatewayUrl } = await startGateway({ google: 'client', microsoft: 'client' });
      const { current, lines, component } = await start(gatewayUrl);
      lines.splice(0);
      answers.google = answer;
      const before = asked.length;
      await waitFor(() => asked.length > before + 6, { what: 'more rounds' });
      expect(current()).toEqual(['google', 'microsoft']);
      expect(component.trouble?.()).toBeDefined();
      answers.google = 'no client';
      await waitFor(() => current().length === 1, { what: 'the gateway to be asked again' });
      const failures = lines.filter(({ msg }) => String(msg).startsWith('worker failed'));
      expect(failures).toHaveLength(1);
    },
  );

  it('the Portal starts at once without providers while the gateway is unreachable', async () => {
    const { current, component } = await start('http://127.0.0.1:9');
    expect(current()).toEqual([]);
    expect('ready' in component).toBe(false);
  });

  it('a gateway that does not answer keeps the Portal neither from starting nor from stopping', async () => {
    const { gatewayUrl } = await startGateway({ google: 'silent', microsoft: 'silent' });
    const { current, component } = await start(gatewayUrl);
    expect(current()).toEqual([]);
    await expect(component.drain?.(new AbortController().signal)).resolves.toBeUndefined();
  });
});
