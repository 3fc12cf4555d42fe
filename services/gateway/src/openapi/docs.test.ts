import { describe, expect, it } from 'vitest';
import { startGateway } from '../testing/gateway.ts';

describe('/docs', () => {
  it('is a page whose every part is ours', async () => {
    const { fetch } = await startGateway();
    const page = await fetch('/docs');
    expect(page.status).toBe(200);
    const html = await page.text();
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(parts).toHaveLength(4);
    for (const part of parts) {
      const response = await fetch(part);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      expect(response.headers.get('etag')).not.toBeNull();
    }
  });

  it('may load nothing from elsewhere and run nothing inline', async () => {
    const { fetch } = await startGateway();
    const page = await fetch('/docs');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('has nothing else', async () => {
    const { fetch } = await startGateway();
    expect((await fetch('/docs/index.html')).status).toBe(404);
  });
});
