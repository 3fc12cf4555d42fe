import { type DescMessage, type MessageShape, toBinary } from '@bufbuild/protobuf';
import type { CallOptions } from '@connectrpc/connect';
import type { Person } from '@patchbay/access/caller';
import { roleToProto } from '@patchbay/access/proto';
import type { WorkspaceRole } from '@patchbay/access/role';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { CreateApiKeyResponse } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { type IdempotencyKey, type KeyOutcome, sendIdempotencyKey } from '@patchbay/rpc/idempotency-key';
import { waitFor } from '@patchbay/testing/wait';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../api-keys.fixture.ts';
import { type CreatingMethod, creatingMethods } from '../creations.fixture.ts';
import { createTenant, newcomer, type Tenant } from '../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

const newKey = (): IdempotencyKey => ({ key: `order-${v7()}`, scope: 'a path', body: 'a body' });

interface Outcome {
  readonly answer: MessageShape<DescMessage>;
  readonly outcome: KeyOutcome | undefined;
}

const setRole = ({ slug, admin }: Tenant, { userId }: Person, role: WorkspaceRole) =>
  organization
    .calledBy('gateway')
    .updateMember({ organizationSlug: slug, userId, role: roleToProto(role) }, asPerson(admin));
const anotherBody = {
  code: 'conflict',
  publicText: 'This Idempotency-Key was used with another body. Use a new key.',
};

/** A new tenant, one of its admins, and the request of the method in it. */
async function start({ count, prepare }: CreatingMethod) {
  const tenant = await createTenant(organization);
  const caller = await tenant.person('admin');
  const sendWith = await prepare(organization, tenant);
  await tenant.trail();
  const countOf = async (): Promise<number> => {
    const { rows } = await organization.db.pool.query<{ count: number }>(count, [tenant.id]);
    return rows[0]?.count ?? 0;
  };
  const before = await countOf();
  const send = async (key: IdempotencyKey, person = caller, options: CallOptions = {}): Promise<Outcome> => {
    let outcome: KeyOutcome | undefined;
    const told = sendIdempotencyKey(key, (how) => {
      outcome = how;
    });
    const answer = await sendWith({ ...asPerson(person), ...told, ...options });
    return { answer, outcome };
  };
  const created = async (): Promise<number> => (await countOf()) - before;
  return { tenant, caller, send, created };
}

describe.each(Object.entries<CreatingMethod>(creatingMethods))('%s', (_name, method) => {
  const { output } = method;

  it('a repeated creation gets the same bytes and creates nothing', async () => {
    const { tenant, send, created } = await start(method);
    const key = newKey();
    const first = await send(key);
    expect(first.outcome).toBe('kept');
    expect(await tenant.trail()).toHaveLength(1);
    const replay = await send(key);
    expect(replay.outcome).toBe('replayed');
    expect(toBinary(output, replay.answer)).toEqual(toBinary(output, first.answer));
    expect(await created()).toBe(1);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a caller who has lost the role or the membership gets no stored answer', async () => {
    const { tenant, caller, send } = await start(method);
    const key = newKey();
    await send(key);
    await setRole(tenant, caller, 'viewer');
    const refused = expect.stringMatching(/^(forbidden|not_found)$/);
    await expect(send(key)).rejects.toMatchObject({ code: refused });
    await setRole(tenant, caller, 'admin');
    expect((await send(key)).outcome).toBe('replayed');
    await organization
      .calledBy('gateway')
      .removeMember({ organizationSlug: tenant.slug, userId: caller.userId }, asPerson(tenant.admin));
    await expect(send(key)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an Idempotency-Key', () => {
  const createApiKey: CreatingMethod = creatingMethods.createApiKey;

  it('a creation with another body under the same key is refused', async () => {
    const { send, created } = await start(createApiKey);
    const key = newKey();
    await send(key);
    await expect(send({ ...key, body: 'another body' })).rejects.toMatchObject(anotherBody);
    expect((await send(key)).outcome).toBe('replayed');
    expect(await created()).toBe(1);
  });

  it('the same key of another caller is another key', async () => {
    const { tenant, send, created } = await start(createApiKey);
    const key = newKey();
    await send(key);
    expect((await send(key, tenant.admin)).outcome).toBe('kept');
    expect(await created()).toBe(2);
  });

  it.each(['key', 'scope'] as const)('the same key with another %s is another request', async (part) => {
    const { send, created } = await start(createApiKey);
    const key = newKey();
    await send(key);
    expect((await send({ ...key, [part]: 'another' })).outcome).toBe('kept');
    expect(await created()).toBe(2);
  });

  it('a key can be used for another creation after 24 hours', async () => {
    const { send, created } = await start(createApiKey);
    const key = newKey();
    await send(key);
    await organization.clock.jump(24 * 3_600_000 - 1);
    expect((await send(key)).outcome).toBe('replayed');
    await organization.clock.advance(1);
    expect((await send({ ...key, body: 'another body' })).outcome).toBe('kept');
    expect(await created()).toBe(2);
  });

  it('a creation whose first answer was lost is made once', async () => {
    const { tenant, send, created } = await start(createApiKey);
    const key = newKey();
    const blocker = await organization.db.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from organizations where id = $1 for update', [tenant.id]);
    try {
      await expect(send(key, undefined, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'timeout' });
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    // Refused while the first request still runs.
    await waitFor(() => send(key), { what: 'an answer' });
    expect((await send(key)).outcome).toBe('replayed');
    expect(await created()).toBe(1);
  });

  it('neither the key nor the answer is stored in plain text', async () => {
    const { send } = await start(createApiKey);
    const key = newKey();
    const { pool } = organization.db;
    await pool.query('delete from idempotency_keys');
    const { answer } = await send(key);
    const secret = (answer as CreateApiKeyResponse).key;
    const { rows } = await pool.query<{ name: Buffer; sealed_answer: Buffer }>(
      'select * from idempotency_keys',
    );
    expect(rows).toHaveLength(1);
    const [row] = rows;
    const stored = Buffer.concat([row?.name ?? Buffer.of(), row?.sealed_answer ?? Buffer.of()]);
    expect(stored.length).toBeGreaterThan(toBinary(createApiKey.output, answer).length);
    const plain = [key.key, key.scope, key.body, secret];
    expect(Buffer.from(toBinary(createApiKey.output, answer)).includes(secret)).toBe(true);
    expect(plain.filter((text) => stored.includes(text))).toEqual([]);
  });
});

describe('a creation through an API key', () => {
  const { mint, asKey } = keyActions(() => organization);

  it('the stored answer to an API key is given to that key alone, and to nobody after it was revoked', async () => {
    const tenant = await createTenant(organization);
    const [first, second] = [await mint(tenant, { level: 'user' }), await mint(tenant, { level: 'user' })];
    const { email } = await newcomer(organization);
    const request = { organizationSlug: tenant.slug, email, role: Role.MEMBER };
    const key = newKey();
    const outcomes: KeyOutcome[] = [];
    const options = sendIdempotencyKey(key, (told) => outcomes.push(told));
    const asFirst = { ...(await asKey(first)), ...options };
    await organization.invitations.createInvitation(request, asFirst);
    await organization.invitations.createInvitation(request, asFirst);
    expect(outcomes).toEqual(['kept', 'replayed']);
    const others = [
      { ...(await asKey(second)), ...options },
      { ...asPerson(tenant.admin), ...options },
    ];
    for (const other of others) {
      const refused = organization.invitations.createInvitation(request, other);
      await expect(refused).rejects.toMatchObject({
        code: 'conflict',
        publicText: expect.stringContaining(email),
      });
    }
    const path = { organizationSlug: tenant.slug, apiKeyId: first.id };
    await organization.apiKeys.revokeApiKey(path, asPerson(tenant.admin));
    const revoked = organization.invitations.createInvitation(request, asFirst);
    await expect(revoked).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
