import type { Event } from '@patchbay/contracts/patchbay/events/v1/event';
import { createTransact } from '@patchbay/database/transaction';
import type { ReceivedMessage } from '@patchbay/events/transport';
import { createMailQueue, type Mail, type MailQueue } from '@patchbay/mail/queue';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { beforeEach, describe, expect, it } from 'vitest';
import { followIntegrations } from '../consumer/integrations.ts';
import { createTenant, type Tenant, type Workspace } from '../tenant.fixture.ts';
import { asPerson, portalUrl, sharedOrganization } from '../test-bed.fixture.ts';
import { integrationEvents, newIntegration, type TestIntegration } from '../watching.fixture.ts';
import { sendDueMails } from './watch-mails.ts';

const sealer = createSealer(parseSealingKeys(generateSealingKey()));
const organization = await sharedOrganization({ sealer });
const queue = createMailQueue({ sealer, clock: organization.clock });

type Caller = Tenant['admin'];

describe('mails to watchers', () => {
  /** By which consumer and worker are ahead of the service under test, which has a worker too, by whose clock nothing is due. */
  let aheadMinutes: number;
  let sent: Mail[];

  beforeEach(async () => {
    aheadMinutes = 0;
    sent = [];
    await organization.db.pool.query('update watches set due_at = null');
  });

  const now = () => organization.hoursAgo(-aheadMinutes / 60);
  const transact = createTransact({ ...organization.db, now });
  const { eventAbout, broke, willEnd } = integrationEvents(now);
  const pass = (minutes: number): void => {
    aheadMinutes += minutes;
  };
  const message = {} as ReceivedMessage;
  const happen = (...events: Event[]) =>
    followIntegrations(
      transact,
      events.map((event) => ({ event, message })),
    );
  const recording: MailQueue = {
    async enqueue(tx, mail) {
      await queue.enqueue(tx, mail);
      sent.push(mail);
    },
  };
  const parts = (mails = recording) => ({
    db: { ...organization.db, now },
    transact,
    mails,
    sealer,
    portalUrl,
  });
  /** Sends what is due, and returns the mails since the last call. */
  const send = async (mails = recording): Promise<Mail[]> => {
    while (await sendDueMails(parts(mails)));
    return sent.splice(0);
  };

  const start = async () => {
    const tenant = await createTenant(organization);
    const addWorkspace = async (...watchers: readonly Caller[]) => {
      const path = await tenant.workspace();
      for (const one of watchers) await organization.workspaces.watchWorkspace(path, asPerson(one));
      const { workspace } = await organization.workspaces.getWorkspace(path, asPerson(tenant.admin));
      const integration = (name?: string) => newIntegration(tenant.id, workspace?.id ?? '', name);
      return { path, integration };
    };
    return { tenant, addWorkspace };
  };
  const addressesOf = (mails: readonly Mail[]) => mails.map(({ to }) => to).toSorted();

  it('what happens within ten minutes is one mail, to watchers alone', async () => {
    const { tenant, addWorkspace } = await start();
    const other = await tenant.person('member');
    await tenant.person('admin');
    const { path, integration } = await addWorkspace(tenant.admin, other);
    const [one, two] = [integration('One'), integration('Two')];
    await happen(broke(one));
    pass(9);
    await happen(willEnd(two, organization.hoursAgo(-7 * 24)));
    expect(await send()).toEqual([]);
    pass(1);
    const mails = await send();
    expect(addressesOf(mails)).toEqual([tenant.admin.email, other.email].toSorted());
    const link = ({ id }: TestIntegration) =>
      `${portalUrl}/o/${path.organizationSlug}/w/${path.workspaceSlug}/integrations/${id}`;
    for (const { text, html } of mails)
      for (const part of [text, html])
        for (const line of [
          '“One” no longer works',
          'The authorization of “Two” ends on',
          link(one),
          link(two),
        ])
          expect(part).toContain(line);
    pass(120);
    expect(await send()).toEqual([]);
    const received = await organization.nextMailTo(tenant.admin.email);
    expect(received.text).toContain('“One” no longer works');
  });

  it('a mail tells an integration that broke from one that was never connected', async () => {
    const { tenant, addWorkspace } = await start();
    const { integration } = await addWorkspace(tenant.admin);
    const refused = { action: 'integration.connect_failed', before: 'pending', status: 'error' } as const;
    await happen(broke(integration('One')), eventAbout(integration('Two'), refused));
    pass(10);
    const [mail] = await send();
    expect(mail?.text).toContain('“One” no longer works');
    expect(mail?.text).toContain('“Two” could not be connected');
  });

  it('an organization whose mails cannot be queued holds up no other, and is told later', async () => {
    const [broken, other] = [await start(), await start()];
    for (const { tenant, addWorkspace } of [broken, other]) {
      const { integration } = await addWorkspace(tenant.admin);
      await happen(broke(integration()));
    }
    pass(10);
    const failing: MailQueue = {
      async enqueue(tx, mail) {
        if (mail.to === broken.tenant.admin.email) throw new Error('away');
        await recording.enqueue(tx, mail);
      },
    };
    const failed = new Set<string>();
    await expect(sendDueMails(parts(failing), failed)).rejects.toThrow('away');
    expect([...failed]).toEqual([broken.tenant.id]);
    while (await sendDueMails(parts(failing), failed));
    expect(addressesOf(sent.splice(0))).toEqual([other.tenant.admin.email]);
    expect(addressesOf(await send())).toEqual([broken.tenant.admin.email]);
  });

  it('two mails to a person about a workspace are an hour apart, and another workspace waits for none of them', async () => {
    const { tenant, addWorkspace } = await start();
    const [north, south] = [await addWorkspace(tenant.admin), await addWorkspace(tenant.admin)];
    await happen(broke(north.integration('One')));
    pass(10);
    expect(await send()).toHaveLength(1);
    await happen(broke(south.integration('Two')));
    pass(9);
    expect(await send()).toEqual([]);
    pass(1);
    const [ofSouth, ...others] = await send();
    expect(others).toEqual([]);
    expect(ofSouth?.text).toContain('“Two”');
    expect(ofSouth?.text).not.toContain('“One”');
    await happen(broke(north.integration('Three')));
    pass(49);
    expect(await send()).toEqual([]);
    await happen(broke(south.integration('Four')));
    pass(1);
    const [ofNorth, ...more] = await send();
    expect(more).toEqual([]);
    expect(ofNorth?.text).toContain('“Three”');
    for (const name of ['One', 'Two', 'Four']) expect(ofNorth?.text).not.toContain(`“${name}”`);
    pass(10);
    expect((await send()).map(({ text }) => text.includes('“Four”'))).toEqual([true]);
  });

  it('a workspace whose integrations work again is not named, and its next break waits for no mail about another', async () => {
    const { tenant, addWorkspace } = await start();
    const [north, south] = [await addWorkspace(tenant.admin), await addWorkspace(tenant.admin)];
    const again = south.integration('Again');
    await happen(broke(north.integration('One')), broke(again));
    pass(5);
    await happen(eventAbout(again, { action: 'integration.connected', status: 'active' }));
    pass(5);
    expect((await send()).map(({ text }) => text.includes('“Again”'))).toEqual([false]);
    await happen(broke(again));
    pass(10);
    expect((await send()).map(({ text }) => text.includes('“Again”'))).toEqual([true]);
  });

  it('a mail that a process of the version before has planned is sent', async () => {
    const { tenant, addWorkspace } = await start();
    const { integration } = await addWorkspace(tenant.admin);
    await happen(broke(integration('One')));
    const { pool } = organization.db;
    await pool.query('update watches set due_at = null');
    await pool.query('insert into digests (organization_id, user_id, due_at) values ($1, $2, $3)', [
      tenant.id,
      tenant.admin.userId,
      now(),
    ]);
    expect((await send()).map(({ text }) => text.includes('“One”'))).toEqual([true]);
    expect(await send()).toEqual([]);
  });

  it('only what still holds is mailed, under its newest name, and nothing that was mended', async () => {
    const { tenant, addWorkspace } = await start();
    const { integration } = await addWorkspace(tenant.admin);
    const [mended, renamed, ended] = [integration('Mended'), integration('Old'), integration('Over')];
    await happen(broke(mended), broke(renamed), willEnd(ended, organization.hoursAgo(-5 / 60)));
    pass(5);
    await happen(
      eventAbout(mended, { action: 'integration.connected', status: 'active' }),
      eventAbout({ ...renamed, name: 'New' }, { action: 'integration.updated' }),
    );
    pass(5);
    const [mail] = await send();
    expect(mail?.text).toContain('“New” no longer works');
    for (const name of ['Mended', 'Old', 'Over']) expect(mail?.text).not.toContain(name);

    await happen(broke(mended));
    pass(5);
    await happen(eventAbout(mended, { action: 'integration.connected', status: 'active' }));
    pass(60);
    expect(await send()).toEqual([]);
  });

  it('an integration that breaks again, and an authorization that ends in a day, are mailed again', async () => {
    const { tenant, addWorkspace } = await start();
    const { integration } = await addWorkspace(tenant.admin);
    const [again, ending] = [integration('Again'), integration('Ending')];
    const endsAt = organization.hoursAgo(-7 * 24);
    await happen(broke(again), willEnd(ending, endsAt));
    pass(10);
    expect(await send()).toHaveLength(1);
    await happen(eventAbout(again, { action: 'integration.connected', status: 'active' }));
    pass(6 * 24 * 60);
    await happen(broke(again), willEnd(ending, endsAt));
    pass(10);
    const [mail] = await send();
    for (const name of ['Again', 'Ending']) expect(mail?.text).toContain(`“${name}”`);
  });

  it('nobody who no longer sees a workspace, or no longer watches it, gets a mail about it', async () => {
    const { tenant, addWorkspace } = await start();
    const { slug: organizationSlug, admin } = tenant;
    const [removed, guest, done] = [
      await tenant.person('member'),
      await tenant.person('guest'),
      await tenant.person('viewer'),
    ];
    const { path, integration } = await addWorkspace(admin, removed, done);
    await tenant.assign(guest, path, 'viewer');
    await organization.workspaces.watchWorkspace(path, asPerson(guest));
    await happen(broke(integration('Secret')));
    const gateway = organization.calledBy('gateway');
    await gateway.removeMember({ organizationSlug, userId: removed.userId }, asPerson(admin));
    await organization.workspaces.removeWorkspaceMember({ ...path, userId: guest.userId }, asPerson(admin));
    await organization.workspaces.unwatchWorkspace(path, asPerson(done));
    pass(10);
    expect(addressesOf(await send())).toEqual([admin.email]);
  });

  it('a row of watching that outlived the access of its person, by whatever mistake, sends nothing', async () => {
    const { tenant, addWorkspace } = await start();
    const guest = await tenant.person('guest');
    const { path, integration } = await addWorkspace();
    await tenant.assign(guest, path, 'viewer');
    await organization.workspaces.watchWorkspace(path, asPerson(guest));
    await happen(broke(integration('Secret')));
    await organization.db.pool.query('delete from assignments where user_id = $1', [guest.userId]);
    pass(10);
    expect(await send()).toEqual([]);
  });

  it('somebody who begins to watch is not told what happened before', async () => {
    const { tenant, addWorkspace } = await start();
    const later = await tenant.person('member');
    const { integration } = await addWorkspace(tenant.admin);
    await happen(broke(integration('Before')));
    pass(5);
    await happen(eventAbout(integration('New'), { action: 'integration.created', by: later }));
    pass(1);
    await happen(broke(integration('After')));
    pass(10);
    const mails = await send();
    expect(addressesOf(mails)).toEqual([tenant.admin.email, later.email].toSorted());
    const mail = mails.find(({ to }) => to === later.email);
    expect(mail?.text).toContain('“After”');
    expect(mail?.text).not.toContain('“Before”');
  });

  it('the names in a mail are those of the time of sending', async () => {
    const { tenant, addWorkspace } = await start();
    const { slug, admin } = tenant;
    const { path, integration } = await addWorkspace(admin);
    await happen(broke(integration()));
    await organization.workspaces.updateWorkspace({ ...path, name: 'Autumn' }, asPerson(admin));
    await organization.calledBy('gateway').updateOrganization({ slug, name: 'Apex' }, asPerson(admin));
    pass(10);
    const [mail] = await send();
    for (const name of ['“Autumn”', '“Apex”']) expect(mail?.text).toContain(name);
  });

  it('the link in a mail ends the watching of the workspaces that it names', async () => {
    const { tenant, addWorkspace } = await start();
    const [named, other] = [await addWorkspace(tenant.admin), await addWorkspace(tenant.admin)];
    await happen(broke(named.integration()));
    pass(10);
    const [mail] = await send();
    const token = /\/unwatch\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(token.length).toBeLessThan(600);
    await organization.workspaces.endWatching({ token });
    const isWatched = async (path: Workspace) =>
      (await organization.workspaces.getWorkspace(path, asPerson(tenant.admin))).workspace?.watched;
    expect([await isWatched(named.path), await isWatched(other.path)]).toEqual([false, true]);
  });

  it('several workers at once send one mail', async () => {
    const { tenant, addWorkspace } = await start();
    const watchers = await Promise.all(Array.from({ length: 30 }, () => tenant.person('member')));
    const { integration } = await addWorkspace(...watchers);
    await happen(broke(integration()));
    pass(10);
    const mails = (await Promise.all(Array.from({ length: 4 }, () => send()))).flat();
    expect(addressesOf(mails)).toEqual(watchers.map(({ email }) => email).toSorted());
  });

  it('a worker that dies before the commit has sent nothing, and the next one sends it', async () => {
    const { tenant, addWorkspace } = await start();
    const { integration } = await addWorkspace(tenant.admin, await tenant.person('member'));
    await happen(broke(integration()));
    pass(10);
    const dying: MailQueue = {
      async enqueue(tx, mail) {
        await queue.enqueue(tx, mail);
        if (sent.push(mail) === 2) throw new Error('the process dies');
      },
    };
    await expect(send(dying)).rejects.toThrow('the process dies');
    sent.splice(0);
    expect(await send()).toHaveLength(2);
    expect(await send()).toEqual([]);
  });
});
