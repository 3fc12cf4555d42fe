import { Code, createClient } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { describe, expect, it } from 'vitest';
import { idempotencyKeyHeader } from './headers.ts';
import {
  type IdempotencyKey,
  idempotencyKeyOf,
  sendIdempotencyKey,
  setKeyOutcome,
} from './idempotency-key.ts';
import { createTestTransport, pairings, startTestServer } from './pairings.ts';

const key: IdempotencyKey = { key: '!order-1~', scope: 'digest-of-path', body: 'digest-of-body' };

describe.each(pairings)('an idempotency key between a %s client and a %s server', (client, server) => {
  const received: (IdempotencyKey | undefined)[] = [];
  const start = async (work: (sent: IdempotencyKey | undefined) => 'kept' | 'replayed' | undefined) => {
    const listening = await startTestServer(server, (router) => {
      router.service(IdentityService, {
        requestSignInLink(_request, context) {
          const sent = idempotencyKeyOf(context);
          received.push(sent);
          const outcome = work(sent);
          if (outcome !== undefined) setKeyOutcome(context, outcome);
          return {};
        },
      });
    });
    const transport = createTestTransport(client, listening.baseUrl);
    return {
      client: createClient(IdentityService, transport),
      async [Symbol.asyncDispose]() {
        await transport.close();
        await listening.close();
      },
    };
  };

  it.each(['kept', 'replayed'] as const)(
    'an idempotency key arrives, and the client learns that it was %s',
    async (outcome) => {
      await using identity = await start(() => outcome);
      const told: string[] = [];
      await identity.client.requestSignInLink(
        {},
        sendIdempotencyKey(key, (each) => told.push(each)),
      );
      expect(received.at(-1)).toEqual(key);
      expect(told).toEqual([outcome]);
    },
  );

  it('no outcome is reported if the service ignores the idempotency key', async () => {
    await using identity = await start(() => undefined);
    const told: string[] = [];
    await identity.client.requestSignInLink(
      {},
      sendIdempotencyKey(key, (each) => told.push(each)),
    );
    expect(told).toEqual([]);
  });

  it('a call without an idempotency key has none', async () => {
    await using identity = await start(() => undefined);
    await identity.client.requestSignInLink({});
    expect(received.at(-1)).toBeUndefined();
  });

  it('an idempotency key without its scope or body is refused', async () => {
    await using identity = await start(() => 'kept');
    const headers = { [idempotencyKeyHeader]: 'order-1' };
    await expect(identity.client.requestSignInLink({}, { headers })).rejects.toMatchObject({
      code: Code.Internal,
    });
  });
});
