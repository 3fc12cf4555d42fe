import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, example, problem, sent } from '../../../testing/api.ts';
import {
  address,
  choose,
  dialog,
  fill,
  keys,
  open,
  pageAs,
  passes,
  press,
  says,
  the,
  workspace,
} from '../../../testing/page.tsx';
import { words as linkWords } from '../../../words/words.ts';
import { newIntegration as newIntegrationWords } from '../../words/en/new-integration.ts';
import { words } from '../../words/words.ts';

const text = newIntegrationWords;
const page = `${workspace}/integrations/new`;
const [google] = example('listProviders').providers;
if (google === undefined) throw new Error('the example has no provider');
const connectLink = {
  connectUrl: 'https://app.patchbay.example/connect#token',
  expiresAt: '2026-11-22T09:30:00.000Z',
  expired: false,
};
const pending = { ...example('getIntegration'), status: 'pending' as const, connectedAt: null, connectLink };

it('a system is found by its name and opened by the keyboard', async () => {
  await open(page);
  await fill(text.search, 'nothing like it');
  expect(says(text.notFound('nothing like it'))).toBe(true);
  await fill(text.search, 'goo');
  await keys('{ArrowDown}{Enter}');
  expect(address()).toBe(`${page}?provider=google_ads`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text.titleFor('Google Ads'));
});

it('an integration is created from the fields of its provider, and Back does not lead to the form again', async () => {
  await open(`${page}?provider=google_ads`, { getIntegration: pending });
  await fill(text.name, 'Nordlicht');
  await press('radio', text.accessNames.manage);
  await fill(/^Manager account/, '123-456-7890');
  await press('button', text.submit);
  expect(sent('createIntegration')).toEqual([]);
  await fill(/^Manager account/, '1234567890');
  await press('button', text.submit);
  expect(sent('createIntegration')).toMatchObject([
    {
      workspaceSlug: 'brand-campaigns',
      body: {
        provider: 'google_ads',
        name: 'Nordlicht',
        access: 'manage',
        settings: { loginCustomerId: '1234567890' },
      },
    },
  ]);
  expect(address()).toBe(`${page}?created=${pending.id}`);
  expect(says(text.created('Nordlicht'))).toBe(true);
});

it('a missing name is an error before anything is sent', async () => {
  await open(`${page}?provider=google_ads`);
  await fill(text.name, ' ');
  await press('button', text.submit);
  expect(says(linkWords.connect.problems.missing)).toBe(true);
  expect(sent('createIntegration')).toEqual([]);
});

it('errors of the API are shown at their fields, and other errors above them', async () => {
  await open(`${page}?provider=google_ads`, {
    createIntegration: problem(400, {
      errors: [{ path: 'settings.loginCustomerId', message: 'must have 10 digits' }],
    }),
  });
  await fill(text.name, 'Nordlicht');
  await press('button', text.submit);
  const field = screen.getByLabelText(/^Manager account/);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(says('must have 10 digits')).toBe(true);
});

it('unsent input survives leaving the page', async () => {
  await open(`${page}?provider=google_ads`);
  await fill(text.name, 'Nordlicht');
  await press('link', text.change);
  await press('option', /^Google Ads/);
  expect(screen.getByLabelText<HTMLInputElement>(text.name).value).toBe('Nordlicht');
});

it('the link can be copied, mailed and previewed, and the page shows when it was used', async () => {
  await open(`${page}?created=${pending.id}`, { getIntegration: pending });
  await press('button', words.common.copy(words.connectLink.label));
  expect(await navigator.clipboard.readText()).toBe(connectLink.connectUrl);
  expect(the('link', words.connectLink.email).getAttribute('href')).toContain('mailto:');
  const preview = the('link', new RegExp(`^${words.connectLink.preview}`));
  expect(preview.getAttribute('href')).toBe(connectLink.connectUrl);
  // The tab that it opens cannot reach this one.
  expect(preview.getAttribute('rel')).toContain('noopener');
  expect(the('img', words.connectLink.codeText('Nordlicht'))).toBeDefined();
  answer({ getIntegration: example('getIntegration') });
  await passes(15_000);
  expect(says(text.send.connected('Google Ads'))).toBe(true);
  expect(says(text.send.account('Nordlicht GmbH'))).toBe(true);
});

it('a link is replaced with the chosen lifetime, and revoked', async () => {
  await open(`${page}?created=${pending.id}`, { getIntegration: pending });
  await press('button', words.connectLink.makeNew);
  await choose(words.connectLink.days, '1');
  await press('button', words.connectLink.submit);
  expect(sent('issueConnectLink')).toMatchObject([{ body: { expiresInDays: 1 } }]);
  answer({ revokeConnectLink: problem(404), getIntegration: { ...pending, connectLink: null } });
  await press('button', words.connectLink.off);
  await press('button', words.connectLink.off);
  expect(dialog()).toBeNull();
  await passes(15_000);
  expect(says(words.connectLink.none)).toBe(true);
});

it('a link that is not a URL of a page has no preview', async () => {
  await open(`${page}?created=${pending.id}`, {
    getIntegration: { ...pending, connectLink: { ...connectLink, connectUrl: 'javascript:alert(1)' } },
  });
  expect(screen.queryByRole('link', { name: new RegExp(`^${words.connectLink.preview}`) })).toBeNull();
});

it('a system that is not set up says so, and cannot be created', async () => {
  await open(page, { listProviders: { providers: [{ ...google, configured: false }] } });
  expect(says(text.notSetUp)).toBe(true);
  expect(the('option', /^Google Ads/).getAttribute('aria-disabled')).toBe('true');
});

it('a viewer sees the systems and why they cannot create an integration', async () => {
  await pageAs('viewer', page, ['listIntegrations']);
  expect(says(words.common.refused('viewer'))).toBe(true);
  expect(says('Google Ads')).toBe(true);
});
