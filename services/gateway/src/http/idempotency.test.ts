import { conflict } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { session, sessionToken, user, workspace } from '../testing/backends.ts';
import { bearer, cookie, portalOrigin, post, startGateway } from '../testing/gateway.ts';

const path = '/v1/organizations/acme/workspaces';
const body = { name: 'Brand', slug: 'brand' };
const withIdempotencyKey = { ...bearer, 'idempotency-key': 'order-1' };

/** Number of calls of `createWorkspace`. */
const creations = (calls: readonly { method: string }[]): number =>
  calls.filter(({ method }) => method === 'createWorkspace').length;

/** A `createWorkspace` that blocks until `release()`; `begun` resolves when it is called. */
function blockedCreation() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const createWorkspace = async () => {
    begin();
    await released;
    return { workspace };
  };
  return { begun, release, implementations: { workspaces: { createWorkspace } } };
}

describe('an idempotency key', () => {
  it('gets the first answer again', async () => {
    const { fetch, calls } = await startGateway();
    const [first, again] = [
      await fetch(path, post(body, withIdempotencyKey)),
      await fetch(path, post(body, withIdempotencyKey)),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(creations(calls)).toBe(1);
  });

  it('belongs to the caller, whichever way the session comes', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(path, post(body, withIdempotencyKey));
    const again = await fetch(
      path,
      post(body, { ...withIdempotencyKey, ...cookie, authorization: '', origin: portalOrigin }),
    );
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(creations(calls)).toBe(1);
  });

  it('is the same body however it is written', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(path, post(body, withIdempotencyKey));
    const again = await fetch(path, post({ slug: 'brand', name: ' Brand ' }, withIdempotencyKey));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(creations(calls)).toBe(1);
  });

  it('is a conflict with another body', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(path, post(body, withIdempotencyKey));
    const other = await fetch(path, post({ ...body, name: 'Other' }, withIdempotencyKey));
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({
      title: 'Conflict',
      detail: 'This Idempotency-Key was used with another body.',
    });
    expect(creations(calls)).toBe(1);
  });

  it('is a conflict while the first request is running', async () => {
    const { begun, release, implementations } = blockedCreation();
    const { fetch, calls } = await startGateway({ implementations });
    const first = fetch(path, post(body, withIdempotencyKey));
    await begun;
    const meanwhile = await fetch(path, post(body, withIdempotencyKey));
    expect(meanwhile.status).toBe(409);
    expect(await meanwhile.json()).toMatchObject({
      detail: 'The first request with this Idempotency-Key is still running.',
    });
    release();
    expect((await first).status).toBe(201);
    expect((await fetch(path, post(body, withIdempotencyKey))).headers.get('idempotency-replayed')).toBe(
      'true',
    );
    expect(creations(calls)).toBe(1);
  });

  it('is free again after an error, for any body', async () => {
    let attempts = 0;
    const { fetch } = await startGateway({
      implementations: {
        workspaces: {
          createWorkspace: () => {
            attempts += 1;
            if (attempts === 1) throw conflict('Somebody has this slug.');
            return { workspace };
          },
        },
      },
    });
    expect((await fetch(path, post(body, withIdempotencyKey))).status).toBe(409);
    const next = await fetch(path, post({ ...body, slug: 'brand-2' }, withIdempotencyKey));
    expect(next.status).toBe(201);
    expect(next.headers.has('idempotency-replayed')).toBe(false);
  });

  it('is not used up by a request that was refused', async () => {
    const { fetch } = await startGateway();
    expect((await fetch(path, post({}, withIdempotencyKey))).status).toBe(400);
    const next = await fetch(path, post(body, withIdempotencyKey));
    expect(next.status).toBe(201);
    expect(next.headers.has('idempotency-replayed')).toBe(false);
  });

  it.each([
    ['of another caller', path, { authorization: 'Bearer other' }],
    ['on another path', '/v1/organizations/other/workspaces', {}],
    ['that differs', path, { 'idempotency-key': 'order-2' }],
  ])('has nothing to do with one %s', async (_which, otherPath, headers) => {
    const { fetch, calls } = await startGateway({
      implementations: {
        identity: {
          authenticate: ({ sessionTokens }) => ({
            authentications: sessionTokens.map((token) =>
              token === sessionToken
                ? { session, user }
                : { session, user: { ...user, id: '0199c1f0-7c1e-7a42-9d53-000000000002' } },
            ),
          }),
        },
      },
    });
    await fetch(path, post(body, withIdempotencyKey));
    const other = await fetch(otherPath, post(body, { ...withIdempotencyKey, ...headers }));
    expect(other.status).toBe(201);
    expect(other.headers.has('idempotency-replayed')).toBe(false);
    expect(creations(calls)).toBe(2);
  });

  it.each(['', 'a b', 'ü', 'x'.repeat(256)])('is refused by name: %j', async (key) => {
    const { fetch, calls } = await startGateway();
    const refused = await fetch(path, post({ name: 'Brand' }, { ...bearer, 'idempotency-key': key }));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: [
        { path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' },
        { path: 'slug', message: 'is required' },
      ],
    });
    expect(creations(calls)).toBe(0);
    expect((await fetch(path, post(body, { 'idempotency-key': key }))).status).toBe(401);
  });

  it('may be as long as 255 characters', async () => {
    const { fetch } = await startGateway();
    const key = '~'.repeat(255);
    expect((await fetch(path, post(body, { ...bearer, 'idempotency-key': key }))).status).toBe(201);
  });

  it('means nothing to what creates nothing', async () => {
    const { fetch, calls } = await startGateway();
    const rename = { ...post({ name: 'A' }, { ...bearer, 'idempotency-key': 'a b' }), method: 'PATCH' };
    for (const _ of [1, 2]) {
      const response = await fetch(`${path}/brand`, rename);
      expect(response.status).toBe(200);
      expect(response.headers.has('idempotency-replayed')).toBe(false);
    }
    expect(calls.filter(({ method }) => method === 'updateWorkspace')).toHaveLength(2);
  });

  it('is what it takes: without one everything is done again', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(path, post(body, bearer));
    await fetch(path, post(body, bearer));
    expect(creations(calls)).toBe(2);
  });
});
