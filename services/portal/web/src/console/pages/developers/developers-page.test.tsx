import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, example, problem, sent } from '../../../testing/api.ts';
import {
  address,
  choose,
  dialog,
  fill,
  open,
  organization,
  pageAs,
  passes,
  press,
  says,
  the,
} from '../../../testing/page.tsx';
import { deliveryBody } from '../../words/en/delivery-body.ts';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { words } from '../../words/words.ts';

const text = webhooksWords;
const page = `${organization}/developers`;
const id = '0199c1fa-2c47-7b1d-9f60-1d83a5c4e721';
const one = `${page}/webhooks/${id}`;
const webhook = example('getWebhook');
const [delivery] = example('listDeliveries').deliveries;
if (delivery === undefined) throw new Error('the example has no delivery');

it('samples contain the names of the organization, in the language of the URL', async () => {
  await open(page);
  const sample = (): string => screen.getByRole('region', { name: words.developers.list }).textContent;
  expect(sample()).toContain('/v1/organizations/acme/workspaces/brand-campaigns/integrations');
  await press('link', words.developers.languages.python);
  expect(address()).toBe(`${page}?language=python`);
  expect(sample()).toContain('brand-campaigns');
  await press('button', words.developers.copySample(words.developers.list));
  expect(await navigator.clipboard.readText()).toBe(sample());
});

it('the request to an advertising system is the first read of the integration that one chooses', async () => {
  const listed = example('listOrganizationIntegrations');
  const [first] = listed.integrations;
  const [account] = example('listIntegrationAccounts').accounts;
  const provider = example('getProvider');
  if (first === undefined || account === undefined) throw new Error('the examples are empty');
  const connected = { ...first, provider: provider.provider, status: 'active' as const, accounts: null };
  const other = { ...connected, id: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c899', name: 'Winter ads' };
  await open(page, {
    listProviders: { providers: [provider] },
    listOrganizationIntegrations: {
      ...listed,
      integrations: [
        { ...connected, name: 'Autumn ads', settings: { customerId: '1112223333' } },
        { ...other, settings: {} },
      ],
      nextCursor: null,
    },
    listIntegrationAccounts: {
      accounts: [
        { ...account, id: '9', name: 'Holding', setting: null },
        {
          ...account,
          id: '4445556666',
          name: 'Nordlicht',
          setting: { name: 'customerId', value: '4445556666' },
        },
      ],
      nextCursor: null,
    },
  });
  const sample = (title: string): string => screen.getByRole('region', { name: title }).textContent;
  // The settings name the account: the advertising system is not asked.
  expect(sample('Campaigns of 1112223333')).toContain(
    `${connected.id}/relay/googleads/customers/1112223333/`,
  );
  expect(sent('listIntegrationAccounts')).toEqual([]);
  await choose(
    words.developers.integration,
    words.developers.integrationOption('Winter ads', other.providerName, other.workspace.name),
  );
  expect(address()).toBe(`${page}?integration=${other.id}`);
  expect(sample('Campaigns of Nordlicht')).toContain(`${other.id}/relay/googleads/customers/4445556666/`);
  await press('link', words.developers.languages.cli);
  expect(sample('Campaigns of Nordlicht')).toContain(`patchbay relay ${other.id} POST`);
});

it('the page says whether the API works, and which service does not', async () => {
  await open(page);
  expect(says(words.developers.working)).toBe(true);
  answer({ getHealth: problem(503, { detail: 'audit is not ready' }) });
  await passes(15_000);
  expect(says(words.developers.notWorking)).toBe(true);
  expect(says('audit is not ready')).toBe(true);
});

it('a member reads who manages webhooks, and no webhooks are requested', async () => {
  await pageAs('member', page);
  expect(says(text.notAllowed)).toBe(true);
  expect(sent('listWebhooks')).toEqual([]);
  await press('button', text.create);
  expect(dialog()).toBeNull();
});

it('an admin creates a webhook for some changes of one workspace, and its secret is shown once', async () => {
  await open(page);
  await press('button', text.create);
  await fill(text.address, 'https://hooks.acme.example/new');
  await press('radio', text.form.some);
  await press('button', text.form.createSubmit);
  expect(says(text.form.actionsError)).toBe(true);
  await press('radio', text.form.all);
  await choose(text.form.workspace, 'brand-campaigns');
  await press('button', text.form.createSubmit);
  expect(sent('createWebhook')).toEqual([
    {
      orgSlug: 'acme',
      body: {
        url: 'https://hooks.acme.example/new',
        description: '',
        actions: [],
        workspaceSlug: 'brand-campaigns',
      },
    },
  ]);
  expect(says(example('createWebhook').secret)).toBe(true);
  await press('button', words.reveal.copy(text.reveal.label));
  await press('button', words.reveal.done);
  expect(address()).toBe(one);
  expect(says(example('createWebhook').secret)).toBe(false);
});

it('a URL that the API refuses is an error of its field', async () => {
  await open(`${page}?new=webhook`, {
    createWebhook: problem(400, { errors: [{ path: 'url', message: 'Use an address of the internet.' }] }),
  });
  await fill(text.address, 'not an address');
  await press('button', text.form.createSubmit);
  expect(says(text.form.urlError)).toBe(true);
  expect(sent('createWebhook')).toEqual([]);
  await fill(text.address, 'https://10.0.0.1/');
  await press('button', text.form.createSubmit);
  expect(says('Use an address of the internet.')).toBe(true);
  expect(screen.getByLabelText(text.address).getAttribute('aria-invalid')).toBe('true');
});

it('a test delivery shows the response of the receiver, or why it failed', async () => {
  await open(one, { getWebhook: { ...webhook, lastDeliveredAt: null } });
  await press('button', text.one.test);
  expect(says(text.one.tested(204, '87 ms'))).toBe(true);
  answer({ testWebhook: { ...delivery, status: 'failed', responseStatus: null, reason: 'No such host.' } });
  await press('button', text.one.test);
  expect(says(`${text.one.testFailed} No such host.`)).toBe(true);
});

it('the banner shows the last attempt: a test until a delivery was attempted after it, and no failure after a success', async () => {
  const { lastAttemptAt } = delivery;
  const later = new Date(Date.parse(lastAttemptAt ?? '') + 1_000).toISOString();
  const failed = `${text.one.lastFailed} The receiver answered 500.`;
  const lastFailure = { at: later, status: 500, reason: 'The receiver answered 500.' };
  await open(one, { getWebhook: { ...webhook, lastDeliveredAt: null } });
  expect(says(text.one.lastFailed)).toBe(false);
  await press('button', text.one.test);
  expect(says(text.one.tested(204, '87 ms'))).toBe(true);
  answer({ getWebhook: { ...webhook, lastDeliveredAt: lastAttemptAt, lastFailure } });
  await passes(15_000);
  expect(says(text.one.tested(204, '87 ms'))).toBe(false);
  expect(says(failed)).toBe(true);
  answer({ getWebhook: { ...webhook, lastDeliveredAt: later, lastFailure: null } });
  await passes(15_000);
  expect(says(text.one.lastFailed)).toBe(false);
});

it('an edit sends the changed fields only; a webhook can be disabled and deleted', async () => {
  await open(one);
  await press('button', text.form.edit);
  await fill(/Description/, 'For the night shift');
  await press('button', words.common.save);
  expect(sent('updateWebhook')).toEqual([
    { orgSlug: 'acme', id, body: { description: 'For the night shift' } },
  ]);
  await press('button', text.one.disable);
  expect(sent('updateWebhook')[1]).toEqual({ orgSlug: 'acme', id, body: { status: 'disabled' } });
  await press('button', text.remove.action);
  await fill(words.common.confirm.label('Alerts of the team'), 'Alerts of the team');
  await press('button', text.remove.submit);
  expect(sent('deleteWebhook')).toEqual([{ orgSlug: 'acme', id }]);
  expect(address()).toBe(page);
});

it('a webhook that was disabled says why, and is enabled again', async () => {
  await open(one, { getWebhook: { ...webhook, status: 'disabled', disabledReason: 'failing' } });
  expect(says(text.disabledBecause.failing)).toBe(true);
  await press('button', text.one.enable);
  expect(sent('updateWebhook')).toMatchObject([{ body: { status: 'active' } }]);
});

it('a rotated secret is shown once, with the end of the old one', async () => {
  await open(one);
  await press('button', text.rotate.action);
  await choose(text.rotate.grace, '1');
  await press('button', text.rotate.submit);
  expect(sent('rotateWebhookSecret')).toMatchObject([{ body: { graceHours: 1 } }]);
  expect(says(text.reveal.grace(1))).toBe(true);
});

it('deliveries are filtered by the status in the URL, sent again, and replayed from a position', async () => {
  await open(one, { listDeliveries: { deliveries: [{ ...delivery, status: 'failed' }], nextCursor: null } });
  await choose(text.deliveries.statusFilter, 'failed');
  expect(address()).toBe(`${one}?status=failed`);
  expect(sent('listDeliveries').at(-1)).toMatchObject({ status: 'failed' });
  await press('button', /^More actions/);
  await press('menuitem', text.deliveries.again);
  expect(sent('redeliver')).toEqual([{ orgSlug: 'acme', id, deliveryId: delivery.id }]);
  await press('button', /^More actions/);
  await press('menuitem', text.replay.fromHere);
  await press('button', text.replay.submit);
  expect(sent('replayWebhook')).toMatchObject([{ body: { afterSequence: 1 } }]);
});

it('the body of a delivery is that of its entry in the trail', async () => {
  await open(one);
  await press('button', /^More actions/);
  await press('menuitem', deliveryBody.action);
  const [entry] = example('listAuditLogs').auditLogs;
  expect(entry?.id).toBe(delivery.entryId);
  expect(
    says(`{"type":"user.updated","timestamp":"${entry?.occurredAt}","data":${JSON.stringify(entry)}}`),
  ).toBe(true);
  expect(sent('listAuditLogs')).toMatchObject([{ action: delivery.action }]);
});

it('a body whose entry the trail no longer has is not shown, and says so', async () => {
  await open(one, { listAuditLogs: { auditLogs: [], nextCursor: null } });
  await press('button', /^More actions/);
  await press('menuitem', deliveryBody.action);
  expect(says(deliveryBody.missing)).toBe(true);
});

it('deliveries are read every 5 seconds', async () => {
  await open(one);
  await passes(5_000);
  expect(sent('listDeliveries')).toHaveLength(2);
});

it('a person who may not see a webhook is told so at its address', async () => {
  await pageAs('member', one);
  expect(says(text.notAllowed)).toBe(true);
  expect(the('link', `← ${text.one.back}`)).toBeDefined();
});
