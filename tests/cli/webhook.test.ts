import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuditLog, trailOf } from '../api.ts';
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { inPipe, Pipe } from './terminal.ts';
import { createCliWorld, type Environment, type World } from './world.ts';

const org = 'acme-webhook';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let world: World;
let env: Environment;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await createCliWorld('webhook');
  env = world.signedIn();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver?.stop());

/** Causes an entry of the trail; resolves with it when it is there. */
async function leaveEntry(name: string): Promise<AuditLog> {
  await world.ada.patch(`/v1/organizations/${org}/workspaces/spring`, { name });
  await world.platform.runDue();
  const entry = (await trailOf(world.ada, org)).findLast(({ target }) => target.name === name);
  if (entry === undefined) throw new Error(`no entry of ${name}`);
  return entry;
}

describe('manage webhooks', () => {
  const run = (...words: string[]) => inPipe(['webhook', ...words], { env });

  it('the secret of a new webhook stands alone in a pipe, with a warning that it is shown once', async () => {
    const flags = [
      '--url',
      receiver.url,
      '--description',
      'Alerts',
      '--actions',
      'member.*,webhook.disabled',
    ];
    const { code, stdout, stderr } = await run('create', ...flags);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^whsec_[A-Za-z\d+/]{43}=\n$/),
      stderr: expect.stringContaining('This secret is shown once.'),
    });
    const { stdout: listed } = await run('list', '--json');
    expect(JSON.parse(listed)).toMatchObject([
      {
        url: receiver.url,
        description: 'Alerts',
        actions: ['member.*', 'webhook.disabled'],
        workspace: null,
      },
    ]);
    expect(listed).not.toContain('whsec_');
  });

  it('a webhook is called by its description, and a test and its delivery are shown', async () => {
    const tested = await run('test', 'Alerts', '--json=action,status,sequence');
    // The receiver of the creation is gone.
    expect(JSON.parse(tested.stdout)).toEqual({ action: 'webhook.test', status: 'failed', sequence: null });
    expect(await run('update', 'Alerts', '--url', receiver.url)).toMatchObject({ code: 0 });
    const again = await run('test', 'Alerts', '--json=status,responseStatus');
    expect(JSON.parse(again.stdout)).toEqual({ status: 'delivered', responseStatus: 204 });
    const { stdout } = await run('list-deliveries', 'Alerts', '--json=action,status');
    expect(JSON.parse(stdout)).toEqual([
      { action: 'webhook.test', status: 'delivered' },
      { action: 'webhook.test', status: 'failed' },
    ]);
  });

  it('a new secret is shown once, and asks for a confirmation before', async () => {
    expect(await run('rotate-secret', 'Alerts')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    const rotated = await run('rotate-secret', 'Alerts', '--grace-hours', '0', '--yes');
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_\S+\n$/) });
  });
});

describe('webhook listen', () => {
  const words = (...more: string[]) => ['webhook', 'listen', '--forward-to', receiver.url, ...more];

  it('new entries are forwarded as a webhook sends them, with a line for each, until Ctrl-C', async () => {
    await leaveEntry('Earlier');
    const own = { ...env, PATCHBAY_WEBHOOK_SECRET: secret };
    const pipe = new Pipe(words('--interval', '1'), { env: own, input: '' });
    await pipe.shows('from now on');
    const entry = await leaveEntry('While it runs');
    await pipe.wakes();
    await pipe.shows('workspace While it runs\t204\t');
    pipe.interrupt();
    const { code, stdout, stderr } = await pipe.ran();
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 130, lines: 1 });
    expect(stderr).toContain('Forwarded 1 entry.');
    expect(stderr).not.toContain('whsec_');
    const [sent] = receiver.received;
    if (sent === undefined) throw new Error('nothing was received');
    expect(isSignedWith(sent, secret)).toBe(true);
    expect(sent.headers).toMatchObject({ 'webhook-id': entry.id, 'content-type': 'application/json' });
    expect(JSON.parse(sent.body)).toEqual({
      type: 'workspace.updated',
      timestamp: entry.occurredAt,
      data: entry,
    });
  });

  it('a filter leaves out other entries, also that of a webhook', async () => {
    const created = ['create', '--url', 'https://hooks.example/', '--description', 'Quiet'];
    await inPipe(['webhook', ...created, '--actions', 'workspace.created'], { env });
    await world.platform.runDue();
    const byFlag = new Pipe(words('--interval', '1', '--actions', 'workspace.*'), { env, input: '' });
    const byWebhook = new Pipe(words('--interval', '1', '--webhook', 'Quiet'), { env, input: '' });
    await Promise.all([byFlag.shows('from now on'), byWebhook.shows('from now on')]);
    await leaveEntry('Filtered');
    const added = { name: 'Other', slug: 'other' };
    await world.ada.post(`/v1/organizations/${org}/workspaces`, added);
    await world.platform.runDue();
    await Promise.all([byFlag.wakes(), byWebhook.wakes()]);
    await Promise.all([byFlag.shows('workspace Other'), byWebhook.shows('workspace Other')]);
    for (const pipe of [byFlag, byWebhook]) pipe.interrupt();
    const [all, one] = [await byFlag.ran(), await byWebhook.ran()];
    expect(all.stdout.trim().split('\n')).toHaveLength(2);
    expect(one.stdout.trim().split('\n')).toHaveLength(1);
    expect(one.stderr).toContain('Forwarded 1 entry, 1 not in the filter.');
  });

  it.each([
    [['--forward-to', 'http://hooks.example/'], 'an address of this machine'],
    [['--actions', 'workspace.vanished'], 'There is no action "workspace.vanished".'],
    [['--webhook', 'Quiet', '--actions', 'member.*'], '--webhook has a filter of its own.'],
  ])('%j is a usage failure', async (flags, message) => {
    const { code, stderr } = await inPipe(words(...flags), { env });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
