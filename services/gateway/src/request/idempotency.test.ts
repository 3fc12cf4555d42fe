import type { ServiceImpl } from '@connectrpc/connect';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { setKeyOutcome } from '@patchbay/rpc/idempotency-key';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import type { ReceivedCall } from '../testing/backends.ts';
import { bearer, post, startGateway } from '../testing/gateway.ts';
import { accessTo, workspace } from '../testing/values.ts';
import { creates } from './idempotency.ts';

const path = '/v1/organizations/acme/workspaces';
const body = { name: 'Brand', slug: 'brand' };
const withIdempotencyKey = { ...bearer, 'idempotency-key': 'order-1' };

type CreateWorkspace = ServiceImpl<typeof WorkspaceService>['createWorkspace'];
const replaying: CreateWorkspace = (_request, context) => {
  setKeyOutcome(context, 'replayed');
  return { workspace };
};

const withKeys = (calls: readonly ReceivedCall[]) => calls.filter(({ key }) => key !== undefined);
const keyIn = (calls: readonly ReceivedCall[]) => withKeys(calls).at(-1)?.key;

describe('an idempotency key', () => {
  it('an idempotency key reaches the service that creates, and no other call', async () => {
    const { fetch, calls } = await startGateway();
    const answer = await fetch(path, post(body, withIdempotencyKey));
    expect(answer.status).toBe(201);
    expect(answer.headers.has('idempotency-replayed')).toBe(false);
    expect(withKeys(calls).map(({ method }) => method)).toEqual(['createWorkspace']);
    const digest = expect.stringMatching(/^[\w-]{43}$/);
    expect(keyIn(calls)).toEqual({ key: 'order-1', scope: digest, body: digest });
  });

  it('an idempotency key causes no further call', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(path, post(body, withIdempotencyKey));
    const { length } = calls;
    await fetch(path, post(body, bearer));
    expect(calls).toHaveLength(2 * length);
  });

  it('a replayed answer has the header Idempotency-Replayed', async () => {
    const { fetch } = await startGateway({
      implementations: { workspaces: { createWorkspace: replaying } },
    });
    const replayed = await fetch(path, post(body, withIdempotencyKey));
    expect(replayed.status).toBe(201);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(await replayed.json()).toMatchObject({ id: workspace.id });
  });

  it('bodies with equal values are the same request however they are written', async () => {
    const { fetch, calls } = await startGateway();
    const bodyOf = async (sent: object): Promise<string | undefined> => {
      await fetch(path, post(sent, withIdempotencyKey));
      return keyIn(calls)?.body;
    };
    const first = await bodyOf(body);
    expect(await bodyOf({ slug: 'brand', name: ' Brand ' })).toBe(first);
    expect(await bodyOf({ ...body, name: 'Other' })).not.toBe(first);
  });

  it('the scope of an idempotency key is the operation and its path', async () => {
    const { fetch, calls } = await startGateway({
      implementations: { organization: { resolveAccess: () => ({ access: accessTo('acme', '') }) } },
    });
    const scopeOf = async (at: string, sent: object): Promise<string | undefined> => {
      expect((await fetch(at, post(sent, withIdempotencyKey))).status).toBe(201);
      return keyIn(calls)?.scope;
    };
    const key = { name: 'Key', level: 'user' };
    const scopes = [
      await scopeOf(path, body),
      await scopeOf('/v1/organizations/other/workspaces', body),
      await scopeOf('/v1/organizations/acme/api-keys', key),
    ];
    expect(new Set(scopes).size).toBe(3);
    expect(await scopeOf(path, { ...body, name: 'Other' })).toBe(scopes[0]);
  });

  it('an idempotency key that the service ignored is logged as an error, and the creation is answered', async () => {
    const lines: string[] = [];
    const logger = createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } });
    const ignoring: CreateWorkspace = (_request, context) => {
      context.responseHeader.delete('x-patchbay-idempotency-outcome');
      return { workspace };
    };
    const { fetch } = await startGateway({
      implementations: { workspaces: { createWorkspace: ignoring } },
      parts: { logger },
    });
    const complaints = () =>
      lines.filter((line) => line.includes('idempotency key was not kept by the service'));
    expect((await fetch(path, post(body, bearer))).status).toBe(201);
    expect(complaints()).toEqual([]);
    expect((await fetch(path, post(body, withIdempotencyKey))).status).toBe(201);
    expect(complaints()).toHaveLength(1);
    expect(complaints()[0]).toContain('"operation":"createWorkspace"');
    expect(lines.join('')).not.toContain('order-1');
  });

  it.each(['', 'a b', 'ü', 'x'.repeat(256)])(
    'the malformed idempotency key %j is a 400 that names the header',
    async (key) => {
      const { fetch, calls } = await startGateway();
      const refused = await fetch(path, post({ name: 'Brand' }, { ...bearer, 'idempotency-key': key }));
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        errors: [
          { path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' },
          { path: 'slug', message: 'is required' },
        ],
      });
      expect(withKeys(calls)).toEqual([]);
      expect((await fetch(path, post(body, { 'idempotency-key': key }))).status).toBe(401);
    },
  );

  it('an idempotency key of 255 characters is accepted', async () => {
    const { fetch, calls } = await startGateway();
    const key = '~'.repeat(255);
    expect((await fetch(path, post(body, { ...bearer, 'idempotency-key': key }))).status).toBe(201);
    expect(keyIn(calls)?.key).toBe(key);
  });

  it('an operation that creates nothing ignores the idempotency key, valid or not', async () => {
    const { fetch, calls } = await startGateway();
    const rename = { ...post({ name: 'A' }, { ...bearer, 'idempotency-key': 'a b' }), method: 'PATCH' };
    const response = await fetch(`${path}/brand`, rename);
    expect(response.status).toBe(200);
    expect(response.headers.has('idempotency-replayed')).toBe(false);
    expect(calls.some(({ method }) => method === 'updateWorkspace')).toBe(true);
    expect(withKeys(calls)).toEqual([]);
  });
});

describe.each(operations.filter(creates))('$id', ({ id, path: template, examples }) => {
  it(`${id} passes the idempotency key on to its service`, async () => {
    const { fetch, calls } = await startGateway();
    // The stand-in of organization knows another workspace than the examples.
    const params = new Map(Object.entries({ ...examples?.params, workspaceSlug: workspace.slug }));
    const at = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params.get(name) ?? '');
    const answer = await fetch(at, post(examples?.body ?? {}, withIdempotencyKey));
    expect(answer.status).toBe(201);
    expect(withKeys(calls)).toHaveLength(1);
  });
});
