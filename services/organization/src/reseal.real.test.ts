import { randomUUID } from 'node:crypto';
import { sealedJson } from '@patchbay/sealing/sealed-value';
import { createSealer, generateSealingKey, parseSealingKeys, type Sealer } from '@patchbay/sealing/sealer';
import { runProgram } from '@patchbay/testing/process';
import { describe, expect, it } from 'vitest';
import { invitationActions, newAddress } from './rpc/invitations/invitations.fixture.ts';
import { createTenant, tokenIn } from './tenant.fixture.ts';
import { sharedOrganization } from './test-bed.fixture.ts';

const [oldKey, newKey] = [generateSealingKey('old'), generateSealingKey('new')];
const sealerOf = (...keys: string[]): Sealer => createSealer(parseSealingKeys(keys.join(',')));

/** The sealer of the running service: a test changes its ring as a rolling restart would. */
let current = sealerOf(oldKey);
const sealer: Sealer = {
  get keyId() {
    return current.keyId;
  },
  seal: (...parameters) => current.seal(...parameters),
  open: (...parameters) => current.open(...parameters),
};

const organization = await sharedOrganization({ sealer });

const { invite, resend } = invitationActions(() => organization);

/** Runs `main-reseal.ts` to its end, with these keys. */
const run = async (...keys: string[]) => {
  const env = { DATABASE_URL: organization.databaseUrl, SEALING_KEYS: keys.join(',') };
  const { code, stdout, stderr } = await runProgram(new URL('./main-reseal.ts', import.meta.url), { env });
  return { code, output: stdout + stderr };
};

const queueMails = async (count: number, by: Sealer): Promise<void> => {
  const content = sealedJson<object, [id: string, recipient: string]>('mail');
  const ids = Array.from({ length: count }, () => randomUUID());
  const mail = { subject: 's', text: 't', html: 'h' };
  const texts = ids.map((id) => content.seal(by, mail, id, 'ada@acme.example'));
  // Not due before tomorrow: the worker leaves them alone.
  await organization.db.pool.query(
    `insert into mails (id, recipient, purpose, sealed, next_attempt_at)
     select id, 'ada@acme.example', 'greeting', text, now() + interval '1 day'
     from unnest($1::uuid[], $2::text[]) as mail (id, text)`,
    [ids, texts],
  );
};

describe('main-reseal of organization', () => {
  it('main-reseal moves the tokens of invitations to the new key while invitations are resent', async () => {
    const tenant = await createTenant(organization);
    const addresses = Array.from({ length: 12 }, () => newAddress());
    const made = new Map<string, Awaited<ReturnType<typeof invite>>>();
    for (const email of addresses) made.set(email, await invite(tenant, email));
    const tokens = new Map<string, string>();
    const mailed = async (email: string): Promise<string> => tokenIn(await organization.nextMailTo(email));
    for (const email of addresses) tokens.set(email, await mailed(email));

    current = sealerOf(newKey, oldKey);
    const resendAll = async (): Promise<void> => {
      for (const [email, invitation] of made) {
        await resend(tenant, invitation);
        expect(await mailed(email)).toBe(tokens.get(email));
      }
    };
    const [{ code, output }] = await Promise.all([run(newKey, oldKey), resendAll()]);
    expect(output).toContain('12 rows sealed again with new');
    expect(output).toContain(
      'key old seals nothing stored in organization any more: it can be removed from SEALING_KEYS once 720 hours have passed',
    );
    expect(code).toBe(0);

    current = sealerOf(newKey);
    await resendAll();
  });

  it('main-reseal exits with 1 and names the rows that no key opens', async () => {
    await queueMails(3, sealerOf(generateSealingKey('lost')));
    const { code, output } = await run(newKey, oldKey);
    expect(output.match(/^mails [\da-f-]{36} cannot be opened: .* not in the ring$/gm)).toHaveLength(3);
    expect(output).toContain('key lost is not in SEALING_KEYS: 3 rows in organization name it');
    expect(code).toBe(1);
  });
});
