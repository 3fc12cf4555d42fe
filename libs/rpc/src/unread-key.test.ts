import { createClient } from '@connectrpc/connect';
import { ApiKeyLevel } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { notFound } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { ada } from './fixtures/callers.fixture.ts';
import { createTestTransport, startTestServer } from './pairings.ts';
import { callAsUnreadKey, setReadKey } from './unread-key.ts';

const context = { ...ada, caller: { type: 'unread_key', digest: 'ZGlnZXN0' } } as const;

describe.each(['our', 'stock'] as const)('an unread key at %s server', (server) => {
  /** What a client learns of its key, and the code of the failure of the call. */
  const ask = async (work: () => object, isRead: boolean) => {
    const listening = await startTestServer(server, (router) => {
      router.service(OrganizationService, {
        getOrganization(_request, call) {
          if (isRead) setReadKey(call, { keyId: 'k1', level: ApiKeyLevel.USER, creatorName: 'Zoë' });
          return work();
        },
      });
    });
    const transport = createTestTransport('our', listening.baseUrl);
    const told: unknown[] = [];
    const options = callAsUnreadKey(context, (authentication) => told.push(authentication));
    const outcome = await createClient(OrganizationService, transport)
      .getOrganization({ slug: 'acme' }, options)
      .then(
        () => 'answered',
        () => 'failed',
      );
    await transport.close();
    await listening.close();
    return { told, outcome };
  };
  const key = { keyId: 'k1', level: ApiKeyLevel.USER, creatorName: 'Zoë' };
  const missing = () => {
    throw notFound();
  };

  it('the caller learns who the key is', async () => {
    expect(await ask(() => ({}), true)).toMatchObject({ told: [key], outcome: 'answered' });
  });

  it('the caller learns who the key is also where the call fails', async () => {
    expect(await ask(missing, true)).toMatchObject({ told: [key], outcome: 'failed' });
  });

  it('the caller learns nothing where the key was not read', async () => {
    expect(await ask(() => ({}), false)).toEqual({ told: [], outcome: 'answered' });
    expect(await ask(missing, false)).toEqual({ told: [], outcome: 'failed' });
  });
});
