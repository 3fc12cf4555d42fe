import { type ConfirmedAction, confirmedActions } from '@patchbay/platform/confirmed-actions';
import { expect, it } from 'vitest';
import { example, problem, type Sent, sent } from '../testing/api.ts';
import { choose, dialog, fill, open, organization, press, says } from '../testing/page.tsx';
import { words as linkWords } from '../words/words.ts';
import { passkeys } from './words/en/passkeys.ts';
import { settings as settingsWords } from './words/en/settings.ts';
import { webhooks as webhooksWords } from './words/en/webhooks.ts';
import { words } from './words/words.ts';

const unconfirmed = problem(403, { detail: 'confirmation_required: prove who you are' });
const keys = `${organization}/keys`;
const [key] = example('listApiKeys').apiKeys;
if (key === undefined) throw new Error('the example has no key');
const disabled = { ...key, status: 'disabled' as const };
const webhook = `${organization}/developers/webhooks/${example('getWebhook').id}`;
const settings = `${organization}/settings`;

/** Changes that need a fresh session, each as a person makes it, and what is sent. */
const changes: [what: string, id: Parameters<typeof sent>[0], make: () => Promise<void>, body: Sent][] = [
  [
    'to create a key of a workspace with the role admin',
    'createApiKey',
    async () => {
      await open(`${keys}?new=1`, { createApiKey: unconfirmed });
      await fill(words.keys.name, 'Nightly report');
      await press('button', words.keys.newKey.submit);
    },
    { body: { name: 'Nightly report' } },
  ],
  [
    'to enable a key',
    'enableApiKey',
    async () => {
      const answers = { getApiKey: disabled, listApiKeys: { apiKeys: [disabled] } };
      await open(`${keys}/${key.id}?status=disabled`, { ...answers, enableApiKey: unconfirmed });
      await press('button', words.keys.panel.enable);
    },
    { id: key.id },
  ],
  [
    'to rotate a key',
    'rotateApiKey',
    async () => {
      await open(`${keys}/${key.id}`, { rotateApiKey: unconfirmed });
      await press('button', words.keys.rotate.action);
      await press('button', words.keys.rotate.submit);
    },
    { id: key.id },
  ],
  [
    'to change the address of a webhook',
    'updateWebhook',
    async () => {
      await open(webhook, { updateWebhook: unconfirmed });
      await press('button', webhooksWords.form.edit);
      await fill(webhooksWords.address, 'https://hooks.acme.example/new');
      await press('button', words.common.save);
    },
    { body: { url: 'https://hooks.acme.example/new' } },
  ],
  [
    'to replay a webhook',
    'replayWebhook',
    async () => {
      await open(webhook, { replayWebhook: unconfirmed });
      await press('button', webhooksWords.replay.action);
      await fill(webhooksWords.replay.after, '0');
      await press('button', webhooksWords.replay.submit);
    },
    { body: { afterSequence: 0 } },
  ],
  [
    'to let people join by the domain with a higher role',
    'updateOrganization',
    async () => {
      const joining = { getOrganization: example('getOrganization', { domainRole: 'viewer' }) };
      await open(settings, { ...joining, updateOrganization: unconfirmed });
      await choose(settingsWords.organization.domainRole, 'member');
    },
    { body: { domainRole: 'member' } },
  ],
  [
    'to demand no passkeys any more',
    'updateOrganization',
    async () => {
      const demanding = { getOrganization: example('getOrganization', { requiresPasskey: true }) };
      await open(settings, { ...demanding, updateOrganization: unconfirmed });
      await press('checkbox', passkeys.policy.label);
    },
    { body: { requiresPasskey: false } },
  ],
];

it.each(changes)(
  '%s, a person whose session is not fresh is asked to confirm, and reads that nothing has changed where they cancel',
  async (_, id, make, body) => {
    await make();
    expect(dialog(linkWords.confirmation.title)).not.toBeNull();
    expect(says(linkWords.confirmation.what(confirmedActions[id as ConfirmedAction]))).toBe(true);
    expect(sent(id)).toMatchObject([body]);
    await press('button', words.common.cancel);
    expect(dialog(linkWords.confirmation.title)).toBeNull();
    expect(says(linkWords.common.notConfirmed)).toBe(true);
    expect(sent(id)).toHaveLength(1);
  },
);

it('the link that is mailed for a confirmation leads to the page of that confirmation', async () => {
  await open(`${keys}/${key.id}`, { rotateApiKey: unconfirmed });
  await press('button', words.keys.rotate.action);
  await press('button', words.keys.rotate.submit);
  await press('button', linkWords.signIn.send);
  expect(sent('requestSignInLink')).toMatchObject([
    { body: { callbackURL: 'https://app.patchbay.example/sign-in?confirmed=rotateApiKey' } },
  ]);
});
