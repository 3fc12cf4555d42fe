import { byName } from '@patchbay/platform/by-name';
import { describe, expect, it } from 'vitest';
import { backends } from '../../clients.ts';
import { startGateway } from '../../testing/gateway.ts';

const works = async () => true;
const saysNotReady = async () => false;
const fails = () => Promise.reject(new Error('refused'));

describe('getHealth', () => {
  it('health is ok when every service is ready', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok', services: byName(backends, () => 'ok') });
    expect(backends).toEqual(expect.arrayContaining(['identity', 'organization', 'integration', 'audit']));
  });

  it('health is a 503 problem that names services that are not ready', async () => {
    const probes = { ...byName(backends, () => works), organization: saysNotReady, audit: fails };
    const { fetch } = await startGateway({ parts: { probes } });
    const response = await fetch('/health');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ detail: 'Not ready: organization, audit.' });
  });
});

describe('getVersion', () => {
  it('version has the build, with null for unknown values', async () => {
    const { fetch } = await startGateway({ config: { commit: '4f9d2c1' } });
    expect(await (await fetch('/version')).json()).toEqual({
      name: 'patchbay',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      apiVersion: '0.1.0',
      commit: '4f9d2c1',
      builtAt: null,
    });
  });
});

describe('getOpenApi', () => {
  it('the OpenAPI document may be cached and is revalidated by its ETag', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await response.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://api.test' }] });
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch('/openapi.json', { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});
