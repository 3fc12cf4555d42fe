import { freePort } from '@patchbay/servers/free-port';
import { createCollector } from '@patchbay/testing/collector';
import { launchProcess, startProcess } from '@patchbay/testing/process';
import { waitFor } from '@patchbay/testing/wait';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startGateway } from './portal.fixture.ts';

const entry = new URL('./main.ts', import.meta.url);

async function environment(more: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  return {
    address: `http://127.0.0.1:${port}`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:9',
      PORTAL_URL: 'http://localhost:9',
      ...more,
    },
  };
}

describe('the process', () => {
  it('the Portal serves pages and leaves no token of their addresses in logs, spans and metrics', async () => {
    const collector = await createCollector();
    onTestFinished(() => collector.stop());
    const { address, env } = await environment({
      GATEWAY_URL: await startGateway(),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const portal = await startProcess({ entry, env });
    const page = await fetch(`${address}/connect/s3cret?query=s3cret`);
    const html = await page.text();
    expect(html).toContain(
      '{&quot;apiUrl&quot;:&quot;http://localhost:9&quot;,&quot;signInProviders&quot;:[&quot;google&quot;]',
    );
    const [, file = ''] = /"(\/assets\/shared-[^"]+\.js)"/.exec(html) ?? [];
    const script = await fetch(address + file, { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('content-encoding')).toBe('br');
    expect((await script.text()).length).toBeGreaterThan(100_000);
    expect(html).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/connect-page-[^"]+\.js">/);
    expect(html).toContain('content="You&#39;re asked to connect an advertising account"');
    for (const [icon, type] of [
      ['/icon.svg', 'image/svg+xml'],
      ['/touch-icon.png', 'image/png'],
    ]) {
      expect(html).toContain(`href="${icon}"`);
      expect((await fetch(address + icon)).headers.get('content-type')).toBe(type);
    }
    expect(html.match(/<meta name="theme-color" media="[^"]+" content="#[0-9a-f]{6}">/g)).toHaveLength(2);
    const [, traceId = '', spanId] = page.headers.get('traceparent')?.split('-') ?? [];
    expect(html).toContain(`00-${traceId}-${spanId}-01`);
    await waitFor(() => collector.trace(traceId).length > 0, { what: 'the span of the page' });
    expect(collector.trace(traceId)).toEqual([
      expect.objectContaining({ name: 'GET previews', parentSpanId: spanId }),
      expect.objectContaining({ spanId, name: 'openConnect', parentSpanId: undefined }),
    ]);
    const metrics = await (await fetch(`${portal.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(
      /patchbay_http_request_duration_count\{[^}]*operation="openConnect",status="200"/,
    );
    expect(metrics).toMatch(/patchbay_requests_answered_total\{part="pages",outcome="answered"[^}]*\} [1-9]/);
    expect(metrics).toMatch(/patchbay_requests_answered_total\{part="pages",outcome="failed"[^}]*\} 0/);
    await waitFor(() => portal.log().includes('"route":"/connect/:token"'), {
      what: 'the line of the request',
    });
    for (const place of [metrics, portal.log(), ...collector.bodies.map((body) => body.toString('latin1'))])
      expect(place).not.toContain('s3cret');
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
  });

  it('the Portal is ready without the gateway, reports that in /readyz, and stops', async () => {
    const { address, env } = await environment();
    const portal = await startProcess({ entry, env });
    expect((await fetch(`${address}/sign-in`)).status).toBe(200);
    const readiness = await (await fetch(`${portal.adminUrl}/readyz`)).json();
    expect(readiness).toEqual({
      status: 'ok',
      background: { 'sign-in providers': expect.stringContaining('localhost:9') as string },
    });
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
  });

  it('the Portal does not start if its addresses belong to different sites', async () => {
    const { env } = await environment({
      PUBLIC_URL: 'https://api.acme.example',
      PORTAL_URL: 'https://portal.other.example',
    });
    const portal = await launchProcess({ entry, env });
    expect(await portal.exited).toEqual({ code: 1, signal: null });
    expect(portal.log()).toContain('must be of one site');
  });
});
