import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, example, problem, sent, unanswered } from '../../testing/api.ts';
import {
  address,
  click,
  fill,
  open,
  passes,
  press,
  recover,
  reopen,
  says,
  stored,
  the,
} from '../../testing/page.tsx';
import { words } from '../../words/words.ts';
import { askedIn, rememberAway } from './flow.ts';

const text = words.connect;
const link = '/connect/secret-token';
const consent = example('getConnectPage', { returnUrl: null });
const field = (name: string, label: string, more: object = {}) => ({
  name,
  label,
  type: 'string' as const,
  required: true,
  maxLength: 100,
  ...more,
});
const form = {
  ...consent,
  provider: 'the_trade_desk' as const,
  providerName: 'The Trade Desk',
  authMethod: 'api_key' as typeof consent.authMethod,
  connectFields: [
    field('apiToken', 'API token', { type: 'secret' }),
    field('partnerId', 'Partner ID', { pattern: '^[a-z0-9]+$' }),
  ] as typeof consent.connectFields,
};

describe('the page of a connect link', () => {
  it('says who asks, for what, what will be possible and what will not, and its token leaves the address', async () => {
    await open(link, { getConnectPage: consent });
    expect(address()).toBe('/connect');
    expect(sent('getConnectPage')).toEqual([{ token: 'secret-token' }]);
    const { read, impossible, onlyReads } = words.providers.google_ads;
    for (const said of ['Acme Media', 'acme.example', 'Ada Lovelace', ...read, ...impossible, onlyReads])
      expect(says(said)).toBe(true);
    expect(the('button', text.consent('Google'))).toBeDefined();
  });

  it('says what can be changed if that is asked for', async () => {
    await open(link, { getConnectPage: { ...consent, access: 'manage' } });
    for (const said of words.providers.google_ads.manage) expect(says(said)).toBe(true);
    expect(says(words.providers.google_ads.onlyReads)).toBe(false);
  });

  it('says that an organization has no domain, and that the integration is connected already', async () => {
    await open(link, { getConnectPage: { ...consent, organizationDomain: null, status: 'active' } });
    expect(says("Acme Media hasn't confirmed a web domain.")).toBe(true);
    expect(says(text.active)).toBe(true);
  });

  it('says where the client is led after the consent', async () => {
    await open(link, { getConnectPage: { ...consent, returnUrl: 'https://agency.example/done' } });
    expect(says('and then continue to agency.example.')).toBe(true);
  });

  it('says that a connection stopped working', async () => {
    await open(link, {
      getConnectPage: { ...consent, status: 'error', connectedAt: '2026-11-16T08:12:40.000Z' },
    });
    expect(says(text.error)).toBe(true);
  });

  it('says until when it works where it is left for later, and leads back to the request', async () => {
    await open(link, { getConnectPage: consent });
    await press('button', text.notNow);
    expect(says(words.outcome.declined.title)).toBe(true);
    await press('button', words.outcome.declined.again);
    expect(says(text.titleFor('Google Ads'))).toBe(true);
  });

  it.each([
    [404, words.outcome.used.title],
    [401, words.outcome.expired.title],
    [409, text.conflict],
  ])('answered with %i says "%s"', async (status, title) => {
    await open(link, { getConnectPage: problem(status) });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  });

  it('of a disabled integration says whom to ask', async () => {
    await open(link, { getConnectPage: { ...consent, status: 'disabled' } });
    expect(says(text.disabled.title('Google Ads'))).toBe(true);
    expect(screen.queryByRole('button', { name: text.consent('Google') })).toBeNull();
  });

  it('says that Patchbay cannot be reached, and works once it can', async () => {
    await open(link, { getConnectPage: problem(503) });
    expect(says(words.common.unavailable)).toBe(true);
    recover();
    await press('button', words.common.tryAgain);
    expect(says(text.titleFor('Google Ads'))).toBe(true);
  });

  it('without a link asks to open it again', async () => {
    await open('/connect');
    expect(says(text.noLink.title)).toBe(true);
  });

  it.each(['javascript:document.title="run"', 'data:text/html,x', 'patchbay-program:open'])(
    'is not led to %s by an answer of the API',
    async (authorizationUrl) => {
      await open(link, { getConnectPage: consent, startConnectOauth: { authorizationUrl } });
      await press('button', text.consent('Google'));
      expect(says(words.common.unexpected)).toBe(true);
    },
  );

  it('leads to the page of a used link where a consent is begun too late', async () => {
    await open(link, { getConnectPage: consent, startConnectOauth: problem(404) });
    await press('button', text.consent('Google'));
    expect(says(words.outcome.used.title)).toBe(true);
    expect(says('Ada Lovelace')).toBe(true);
  });
});

describe('a connect form', () => {
  it('connects, shows the account, and keeps nothing that was typed', async () => {
    await open(link, { getConnectPage: form });
    await fill('API token', 'typed-secret');
    await fill('Partner ID', 'abc1');
    answer({ submitConnectCredentials: { ...example('submitConnectCredentials'), returnUrl: null } });
    await press('button', text.submit);
    expect(sent('submitConnectCredentials')).toEqual([
      { token: 'secret-token', body: { apiToken: 'typed-secret', partnerId: 'abc1' } },
    ]);
    expect(says(words.outcome.connected.title('The Trade Desk'))).toBe(true);
    expect(stored()).not.toContain('typed-secret');
    expect(stored()).not.toContain('secret-token');
  });

  it('says at the field what is missing or wrong, before anything is sent', async () => {
    await open(link, { getConnectPage: form });
    await fill('Partner ID', 'not this');
    await press('button', text.submit);
    expect(says(text.problems.missing)).toBe(true);
    expect(says(text.problems.pattern)).toBe(true);
    expect(sent('submitConnectCredentials')).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('API token'));
  });

  it('puts what the server refuses at its field, and keeps what was typed', async () => {
    await open(link, {
      getConnectPage: form,
      submitConnectCredentials: problem(400, { errors: [{ path: 'partnerId', message: 'must be longer' }] }),
    });
    await fill('API token', 'typed-secret');
    await fill('Partner ID', 'abc1');
    await press('button', text.submit);
    expect(says(text.refusedField('must be longer'))).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('API token').value).toBe('typed-secret');
  });

  it('is sent once by a double click, and says whom it is asking when that takes a moment', async () => {
    await open(link, { getConnectPage: form, submitConnectCredentials: unanswered });
    await fill('API token', 'typed-secret');
    await fill('Partner ID', 'abc1');
    await click('button', text.submit);
    await click('button', text.submit);
    expect(says(text.asking('The Trade Desk'))).toBe(false);
    await passes(300);
    expect(says(text.asking('The Trade Desk'))).toBe(true);
    expect(sent('submitConnectCredentials')).toHaveLength(1);
  });

  it('keeps what was typed where Patchbay cannot be reached, and where it is asked too often', async () => {
    await open(link, { getConnectPage: form, submitConnectCredentials: problem(503) });
    await fill('API token', 'typed-secret');
    await fill('Partner ID', 'abc1');
    await press('button', text.submit);
    expect(says(words.common.unavailable)).toBe(true);
    answer({ submitConnectCredentials: problem(429, { retryAfter: 10 }) });
    await press('button', text.submit);
    expect(says(words.common.tooMany(10))).toBe(true);
    await press('button', text.submit);
    expect(sent('submitConnectCredentials')).toHaveLength(2);
    await passes(10_000);
    expect(screen.getByLabelText<HTMLInputElement>('API token').value).toBe('typed-secret');
  });

  it('of a link that was used meanwhile leads to its page', async () => {
    await open(link, { getConnectPage: form, submitConnectCredentials: problem(404) });
    await fill('API token', 'typed-secret');
    await fill('Partner ID', 'abc1');
    await press('button', text.submit);
    expect(says(words.outcome.used.title)).toBe(true);
  });
});

describe('a link that is opened again', () => {
  const opened = async (): Promise<void> => {
    await reopen(link, { getConnectPage: problem(404) });
  };

  it('says in the browser that connected by its form that it did, and when', async () => {
    await open(link, { getConnectPage: form });
    await fill('API token', 'typed-secret');
    await fill('Partner ID', 'abc1');
    answer({ submitConnectCredentials: { ...example('submitConnectCredentials'), returnUrl: null } });
    await press('button', text.submit);
    sessionStorage.clear();
    await opened();
    expect(says(words.outcome.before.title('The Trade Desk'))).toBe(true);
    expect(document.querySelector('[data-symbol=check]')).not.toBeNull();
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('secret-token');
  });

  it('says in the browser that connected by a consent that it did', async () => {
    await open(link, { getConnectPage: consent });
    await press('button', text.consent('Google'));
    await reopen('/connect/outcome?outcome=connected#account=Shop');
    sessionStorage.clear();
    await opened();
    expect(says(words.outcome.before.title('Google Ads'))).toBe(true);
  });

  it('says in any other browser that it was used, turned off or replaced, and whom to ask', async () => {
    await open(link, { getConnectPage: problem(404) });
    for (const said of [words.outcome.used.title, words.outcome.used.text, words.outcome.used.askSender])
      expect(says(said)).toBe(true);
    expect(document.querySelector('[data-symbol=check]')).toBeNull();
  });
});

it('the address of an outcome claims nothing in a tab that did not connect', async () => {
  await open('/connect/outcome?outcome=connected');
  expect(says(words.outcome.unknown.title)).toBe(true);
});

it.each([
  ['retry', words.outcome.retry.title],
  ['failed', words.outcome.failed.title],
  ['used', words.outcome.used.title],
] as const)(
  'a consent that ended with "%s" says so, with the reason where there is one',
  async (outcome, title) => {
    rememberAway(sessionStorage, 'secret-token', askedIn(consent));
    await open(`/connect/outcome?outcome=${outcome}#reason=Google+was+away.`);
    expect(says(title)).toBe(true);
    expect(says('Google was away.')).toBe(outcome !== 'used');
  },
);
