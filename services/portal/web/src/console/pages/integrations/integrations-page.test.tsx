import { healthWords } from '@patchbay/client';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, example, problem, sent } from '../../../testing/api.ts';
import {
  address,
  choose,
  clickOn,
  dialog,
  fill,
  keys,
  open,
  pageAs,
  passes,
  press,
  says,
  settled,
  stored,
  the,
  workspace,
} from '../../../testing/page.tsx';
import { history } from '../../words/en/history.ts';
import { integrationPanel } from '../../words/en/integration-panel.ts';
import { requests as requestsText } from '../../words/en/requests.ts';
import { words } from '../../words/words.ts';

const text = words.integrations;
const page = `${workspace}/integrations`;
const working = example('getIntegration');
const panel = `${page}/${working.id}`;
const at = { orgSlug: 'acme', workspaceSlug: 'brand-campaigns', id: working.id };
const broken = {
  ...working,
  id: 'b',
  name: 'Sonne',
  status: 'error' as const,
  statusDetail: 'Consent was withdrawn.',
};
const link = {
  connectUrl: 'https://app.patchbay.example/connect#token',
  expiresAt: '2026-11-22T09:30:00.000Z',
  expired: false,
};
const waiting = {
  ...working,
  id: 'c',
  name: 'Welle',
  status: 'pending' as const,
  connectedAt: null,
  connectLink: link,
};

/** Keys with a role above viewer. */
const memberKeys = {
  apiKeys: example('listApiKeys').apiKeys.map((key) => ({ ...key, role: 'member' as const })),
};

/** The names of the rows, from the top. */
const rows = (): (string | null | undefined)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('a')?.textContent);

describe('the list', () => {
  it('integrations that need attention come first, then those that wait for the client, then active ones', async () => {
    await open(page, { listIntegrations: { integrations: [working, waiting, broken] } });
    expect(rows()).toEqual(['Sonne', 'Welle', 'Nordlicht']);
    expect(says(healthWords.refused)).toBe(true);
    expect(says(healthWords.waiting)).toBe(true);
  });

  it('search, state and provider filter it, are kept in the URL, and are cleared by one button', async () => {
    await open(page, { listIntegrations: { integrations: [working, waiting, broken] } });
    await press('button', /^Needs attention/);
    expect(address()).toBe(`${page}?state=attention`);
    expect(rows()).toEqual(['Sonne']);
    await press('button', /^Working/);
    expect(rows()).toEqual(['Nordlicht']);
    await fill(text.search, 'nothing');
    expect(says(text.notFound)).toBe(true);
    await press('button', text.clear);
    expect(address()).toBe(page);
    expect(rows()).toHaveLength(3);
  });

  it('arrows move the focus, Enter opens the panel, and Escape closes it and focuses the row', async () => {
    await open(page, { listIntegrations: { integrations: [broken, working] } });
    screen.getAllByRole('row')[1]?.focus();
    await keys('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getAllByRole('row')[2]);
    await keys('{Enter}');
    expect(address()).toBe(panel);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Nordlicht' }));
    await keys('{Escape}');
    expect(address()).toBe(page);
    expect(document.activeElement).toBe(screen.getAllByRole('row')[2]);
  });

  it('a relative time is updated with the clock', async () => {
    await open(page);
    expect(says('4 minutes ago')).toBe(true);
    await passes(120_000);
    expect(says('6 minutes ago')).toBe(true);
  });

  it('without an integration a viewer reads why they cannot create one', async () => {
    await pageAs('viewer', page, ['listIntegrations'], { listIntegrations: { integrations: [] } });
    expect(says(text.none)).toBe(true);
    expect(says(words.common.refused('viewer'))).toBe(true);
  });
});

describe('the panel', () => {
  it('a failure is shown in the words of the API, with the next step', async () => {
    await open(panel, { getIntegration: broken });
    expect(says(text.told.refused.title)).toBe(true);
    expect(says('Consent was withdrawn.')).toBe(true);
    expect(the('button', text.steps.linkAgain)).toBeDefined();
  });

  it('a verification shows whether the provider accepts the connection', async () => {
    await open(panel);
    await press('button', text.steps.verify);
    expect(sent('verifyIntegration')).toEqual([at]);
    expect(says(text.done.verified('Google Ads'))).toBe(true);
    answer({ verifyIntegration: problem(503) });
    await press('button', text.steps.verify);
    expect(says('req-1')).toBe(true);
  });

  it('an integration is disabled and enabled', async () => {
    await open(panel);
    await press('button', text.more('Nordlicht'));
    answer({ getIntegration: { ...working, status: 'disabled' } });
    await press('menuitem', text.steps.disable);
    expect(sent('disableIntegration')).toEqual([at]);
    expect(says(text.told.off.title)).toBe(true);
    await press('button', text.steps.enable);
    expect(sent('enableIntegration')).toEqual([at]);
  });

  it('an edit sends the changed fields only, and a refused return URL is an error of its field', async () => {
    await open(`${panel}?tab=settings`);
    const save = async (): Promise<void> => {
      await clickOn(screen.getAllByRole('button', { name: words.common.save })[0]);
      await settled();
    };
    await fill(text.settings.name, 'Nordlicht AG');
    await save();
    expect(sent('updateIntegration')).toEqual([{ ...at, body: { name: 'Nordlicht AG' } }]);
    answer({
      updateIntegration: problem(400, { errors: [{ path: 'returnUrl', message: 'must be https' }] }),
    });
    await fill(/^Return address/, 'https://agency.example/x');
    await save();
    expect(says(text.settings.returnUrlError)).toBe(true);
  });

  it('an account is chosen from the list of the connection, which is read page by page', async () => {
    const [account] = example('listIntegrationAccounts').accounts;
    const second = { ...account, id: '1', name: 'Other', setting: { name: 'customerId', value: '1' } };
    await open(`${panel}?tab=accounts`, {
      getProvider: { ...example('getProvider'), listsAccounts: true },
      listIntegrationAccounts: ({ cursor }) =>
        cursor === undefined
          ? { ...example('listIntegrationAccounts'), nextCursor: 'next' }
          : { accounts: [second as NonNullable<typeof account>], nextCursor: null },
    });
    expect(says(text.accounts.loadedSoFar(1))).toBe(true);
    await press('button', text.accounts.more);
    expect(says(text.accounts.loaded(2))).toBe(true);
    await press('button', new RegExp(`${text.accounts.useLabel('Other')}$`));
    expect(sent('updateIntegration')).toMatchObject([{ body: { settings: { customerId: '1' } } }]);
    expect(sent('verifyIntegration')).toEqual([at]);
  });

  it('a key gets a grant for named accounts, and the grant is revoked', async () => {
    await open(`${panel}?tab=access`, { listApiKeys: memberKeys });
    await press('button', text.grants.create);
    await press('button', text.grants.new.submit);
    expect(says(text.grants.new.keyError)).toBe(true);
    await choose(text.grants.new.key, '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807');
    await press('radio', text.grants.new.some);
    await press('button', text.grants.new.submit);
    expect(says(text.grants.new.idsError)).toBe(true);
    await fill(text.grants.new.ids, '111, 222');
    await press('button', text.grants.new.submit);
    expect(sent('createGrant')).toMatchObject([
      { body: { apiKeyId: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807', accounts: ['111', '222'] } },
    ]);
    expect(says(text.done.granted('Reporting'))).toBe(true);
    await press('button', new RegExp(`${text.grants.revokeLabel('Reporting')}$`));
    answer({ revokeGrant: problem(404) });
    await press('button', text.grants.revoke);
    expect(sent('revokeGrant')).toHaveLength(1);
    expect(says(text.done.revoked('Reporting'))).toBe(true);
  });

  it('whoever used it is a key by its name, then who made it, at the time of its last use', async () => {
    const [grant] = example('listGrants').grants;
    const [use] = example('listUses').uses;
    if (grant === undefined || use === undefined) throw new Error('the examples are empty');
    const usedAt = Date.now() - 2 * 3_600_000;
    const hour = new Date(usedAt - (usedAt % 3_600_000)).toISOString();
    const caller = { type: 'api_key', id: 'k', name: 'Ada Lovelace', apiKeyPrefix: 'pby_7Qd2' } as const;
    await open(`${panel}?tab=access`, {
      listGrants: { grants: [{ ...grant, lastUsedAt: new Date(usedAt).toISOString() }] },
      listUses: { uses: [{ ...use, hour, caller, grantId: grant.id }] },
    });
    const row = screen.getByText(/made by Ada Lovelace/).closest('li');
    expect(row?.textContent).toMatch(/^Reporting.*pby_7Qd2….*made by Ada Lovelace.*2 hours agoSee them$/);
  });

  it('the form for a grant says if the settings name no account', async () => {
    await open(`${panel}?tab=access`, {
      listApiKeys: memberKeys,
      createGrant: problem(400, { errors: [{ path: 'accounts', message: 'no account' }] }),
    });
    await press('button', text.grants.create);
    await choose(text.grants.new.key, '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807');
    await press('button', text.grants.new.submit);
    expect(says(text.grants.new.noneNamed)).toBe(true);
  });

  it('without a key for the workspace the dialog links to the keys', async () => {
    await open(`${panel}?tab=access`, { listApiKeys: { apiKeys: [] } });
    await press('button', text.grants.create);
    expect(says(text.grants.new.noKeys)).toBe(true);
  });

  it('a connect link is issued, and revoked after a confirmation', async () => {
    await open(panel, { getIntegration: { ...working, connectLink: link } });
    expect(says(words.connectLink.explain)).toBe(true);
    await press('button', words.connectLink.off);
    await press('button', words.connectLink.off);
    expect(sent('revokeConnectLink')).toEqual([at]);
    expect(says(words.connectLink.offDone)).toBe(true);
    await press('button', words.connectLink.makeNew);
    expect(says(words.connectLink.replaces)).toBe(true);
    await press('button', words.connectLink.submit);
    expect(sent('issueConnectLink')).toMatchObject([{ ...at, body: { expiresInDays: 7 } }]);
  });

  it('an integration is deleted after its name was typed; the dialog lists what is deleted with it', async () => {
    await open(panel);
    await press('button', text.more('Nordlicht'));
    await press('menuitem', text.steps.delete);
    expect(says(integrationPanel.delete.grants(1))).toBe(true);
    await press('button', integrationPanel.delete.submit);
    expect(sent('deleteIntegration')).toEqual([]);
    await fill(words.common.confirm.label('Nordlicht'), 'Nordlicht');
    await press('button', integrationPanel.delete.submit);
    expect(sent('deleteIntegration')).toEqual([at]);
    expect(address()).toBe(page);
  });

  it('viewers read the history, and only who reads the trail gets there', async () => {
    const reads = ['listIntegrations', 'getIntegration', 'listWorkspaceActivity'] as const;
    await pageAs('viewer', `${panel}?tab=history`, reads);
    expect(says('A client connected Nordlicht')).toBe(true);
    const { id: integrationId, ...workspaceOfIt } = at;
    expect(sent('listWorkspaceActivity')).toMatchObject([{ ...workspaceOfIt, integrationId }]);
    expect(says(history.trail)).toBe(false);
  });

  it('requests that were refused are opened from the uses, and read of that outcome alone', async () => {
    const [use] = example('listUses').uses;
    const [request] = example('listRelayedRequests').requests;
    const answered = { ...request, id: 'a', outcome: 'answered', status: 200, detail: null } as const;
    await open(`${panel}?tab=access`, {
      listUses: { uses: [{ ...use, refused: 3 } as NonNullable<typeof use>] },
      listRelayedRequests: ({ outcome }) => ({
        requests: (outcome === 'refused' ? [request] : [answered, request]) as NonNullable<typeof request>[],
        nextCursor: null,
      }),
    });
    expect(says(requestsText.answered(200))).toBe(true);
    await press('button', integrationPanel.uses.open);
    expect(address()).toContain('outcome=refused');
    expect(sent('listRelayedRequests').at(-1)).toMatchObject({ ...at, outcome: 'refused' });
    expect(says(request?.detail ?? '')).toBe(true);
    expect(says(requestsText.answered(200))).toBe(false);
  });

  it('a viewer sees uses without the requests', async () => {
    await pageAs('viewer', `${panel}?tab=access`, ['getIntegration', 'listUses', 'listGrants']);
    expect(says(integrationPanel.uses.title)).toBe(true);
    expect(sent('listRelayedRequests')).toEqual([]);
  });

  it('a viewer can read everything, and each button says why it is refused', async () => {
    await pageAs('viewer', panel, ['listIntegrations', 'getIntegration']);
    expect(the('button', text.steps.verify).getAttribute('aria-disabled')).toBe('true');
    await press('button', text.more('Nordlicht'));
    await press('menuitem', new RegExp(`^${text.steps.delete}`));
    expect(dialog()).toBeNull();
    expect(says(words.common.refused('viewer'))).toBe(true);
  });
});

describe('connecting here', () => {
  const byKeys = {
    ...working,
    authMethod: 'credentials' as never,
    status: 'pending' as const,
    connectedAt: null,
  };
  const provider = {
    ...example('getProvider'),
    connectFields: [
      { name: 'apiToken', label: 'API token', type: 'secret' as const, required: true, maxLength: 100 },
    ],
  };

  it('entered keys that the provider refuses show its reason and are not kept in the page', async () => {
    await open(panel, {
      getIntegration: byKeys as typeof working,
      getProvider: provider as ReturnType<typeof example<'getProvider'>>,
      connectIntegration: problem(400, { errors: [{ path: 'credentials.apiToken', message: 'is wrong' }] }),
    });
    await press('button', text.more('Nordlicht'));
    await press('menuitem', text.steps.connect);
    await fill('API token', 'secret-token');
    await press('button', integrationPanel.connect.submit);
    expect(sent('connectIntegration')).toMatchObject([at]);
    expect(dialog()).not.toBeNull();
    answer({ connectIntegration: example('connectIntegration') });
    await press('button', integrationPanel.connect.submit);
    expect(dialog()).toBeNull();
    expect(stored()).not.toContain('secret-token');
  });
});
