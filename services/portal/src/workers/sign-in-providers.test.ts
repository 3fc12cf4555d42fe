import type { RequestListener } from 'node:http';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../portal.fixture.ts';
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

/** The providers, whose component is not started. */
function create(gatewayUrl: string) {
  const { logger, lines } = createLog();
  const clock = createManualClock();
  const outgoing = createOutgoing({ logger, allowedOrigins: [gatewayUrl], clock });
  const providers = createSignInProviders({
    gatewayUrl,
    portalUrl: 'https://portal.acme.example',
    outgoing,
    logger,
    clock,
  });
  onTestFinished(async () => {
    await providers.component.stop();
    await outgoing.component.stop?.();
  });
  return { ...providers, lines, clock };
}

describe('the sign-in providers', () => {
  it('the Portal knows the providers that the gateway has a client for once it is ready', async () => {
    const { asked, gatewayUrl } = await startGateway({ google: 'no client', microsoft: 'client' });
    const { current, component } = create(gatewayUrl);
    await component.start();
    expect(current()).toEqual(['microsoft']);
    expect(asked.toSorted()).toEqual([
      'GET /v1/auth/google https://portal.acme.example/',
      'GET /v1/auth/microsoft https://portal.acme.example/',
    ]);
  });

  it('a change of the providers is noticed and logged once', async () => {
    const { answers, gatewayUrl } = await startGateway({ google: 'client', microsoft: 'no client' });
    const { current, component, lines } = create(gatewayUrl);
    await component.runDue();
    expect(current()).toEqual(['google']);
    answers.google = 'no client';
    answers.microsoft = 'client';
    for (let round = 0; round < 2; round += 1) await component.runDue();
    expect(current()).toEqual(['microsoft']);
    expect(lines.map(({ msg, now }) => [msg, now])).toEqual([
      ['sign-in providers changed', ['google']],
      ['sign-in providers changed', ['microsoft']],
    ]);
  });

  it.each(['broken', 'other server'] as const)(
    'the known providers stay while the gateway is %s',
    async (answer) => {
      const { answers, gatewayUrl } = await startGateway({ google: 'client', microsoft: 'client' });
      const { current, component } = create(gatewayUrl);
      await component.runDue();
      answers.google = answer;
      for (let round = 0; round < 3; round += 1) await expect(component.runDue()).rejects.toThrow(/answered/);
      expect(current()).toEqual(['google', 'microsoft']);
      answers.google = 'no client';
      await component.runDue();
      expect(current()).toEqual(['microsoft']);
    },
  );

  it('the Portal starts at once without providers while the gateway is unreachable', async () => {
    const { current, component } = create('http://127.0.0.1:9');
    await component.start();
    expect(current()).toEqual([]);
    expect('ready' in component).toBe(false);
  });

  it('a gateway that does not answer keeps the Portal neither from starting nor from stopping', async () => {
    const { gatewayUrl } = await startGateway({ google: 'silent', microsoft: 'silent' });
    const { current, component, clock } = create(gatewayUrl);
    const started = component.start();
    await clock.advance(2_000);
    await started;
    expect(current()).toEqual([]);
    await expect(component.drain(new AbortController().signal)).resolves.toBeUndefined();
  });
});
