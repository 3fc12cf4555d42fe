import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { example, problem, sent } from '../../testing/api.ts';
import {
  address,
  dialog,
  keys,
  open,
  organization,
  pageAs,
  passes,
  press,
  recover,
  says,
  workspace,
} from '../../testing/page.tsx';
import { members as memberWords } from '../words/en/members.ts';
import { words } from '../words/words.ts';

const text = words.frame;
const page = `${organization}/keys`;
const items = (): string[] => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);

describe('the palette', () => {
  it('Ctrl K opens and closes it; without input it lists pages, actions and workspaces', async () => {
    await open(page);
    await keys('{Control>}k{/Control}');
    expect(dialog(text.search)).not.toBeNull();
    expect(items()).toEqual(
      expect.arrayContaining(['Overview', text.palette.actions.invite, 'Brand campaigns']),
    );
    await keys('{Control>}k{/Control}');
    expect(dialog()).toBeNull();
  });

  it('finds integrations, people and keys after the debounce, and opens the chosen one', async () => {
    await open(page);
    await press('button', new RegExp(text.search));
    await keys('nord');
    expect(sent('listOrganizationIntegrations')).toEqual([]);
    await passes(200);
    expect(sent('listOrganizationIntegrations')).toMatchObject([{ q: 'nord', limit: '7' }]);
    expect(items()).toContain('NordlichtGoogle Ads · Brand campaigns · Working');
    await press('menuitem', /^Nordlicht/);
    expect(address()).toBe(`${workspace}/integrations/0199c1f5-6b82-7d97-8f3a-c4fb06a8d918`);
  });

  it('finds people by address and keys by prefix', async () => {
    await open(page, {
      listOrganizationIntegrations: { ...example('listOrganizationIntegrations'), integrations: [] },
    });
    await press('button', new RegExp(text.search));
    await keys('grace@');
    await passes(200);
    expect(items()).toEqual(['Grace Hoppergrace@acme.example']);
    await press('menuitem', /^Grace/);
    expect(address()).toBe(`${organization}/members?q=grace%40acme.example`);
  });

  it('Enter opens the first result', async () => {
    await open(page);
    await keys('{Control>}k{/Control}');
    await keys('trail');
    await passes(200);
    await keys('{Enter}');
    expect(address()).toBe(`${organization}/trail`);
  });

  it('says if nothing was found, and if the search failed', async () => {
    await open(page, { listOrganizationIntegrations: problem(503) });
    await keys('{Control>}k{/Control}');
    await keys('zzzz');
    await passes(200);
    expect(says(text.palette.failed)).toBe(true);
    expect(says(text.palette.none('zzzz'))).toBe(true);
  });

  it('says why a viewer cannot do something, and does nothing', async () => {
    await pageAs('viewer', page, ['listApiKeys']);
    await keys('{Control>}k{/Control}');
    await press('menuitem', new RegExp(`^${words.workspaces.create}`));
    expect(address()).toBe(page);
    expect(says(words.common.refused('viewer'))).toBe(true);
  });

  it('does not open over a dialog', async () => {
    await open(`${page}?new=1`);
    await keys('{Control>}k{/Control}');
    expect(dialog(text.search)).toBeNull();
  });

  it('does not open in a closed organization', async () => {
    const deletesAt = '2026-12-16T14:10:00.000Z';
    await open(page, { getOrganization: example('getOrganization', { deletesAt }) });
    await keys('{Control>}k{/Control}');
    expect(dialog()).toBeNull();
    expect(screen.queryByRole('button', { name: new RegExp(text.search) })).toBeNull();
  });
});

describe('keys of every page', () => {
  it('G and a letter open a page, also when they are pressed on no field', async () => {
    await open(page);
    await keys('gm');
    expect(address()).toBe(`${organization}/members`);
  });

  it('the question mark lists the keys, and single keys can be turned off for good', async () => {
    await open(page);
    await keys('?');
    expect(dialog(text.shortcuts.title)).not.toBeNull();
    await press('checkbox', text.shortcuts.single);
    await press('button', words.common.close);
    await keys('gm');
    expect(address()).toBe(page);
    recover();
    await keys('?');
    expect(dialog()).toBeNull();
  });

  it('the slash focuses the search box, where shortcuts are off', async () => {
    await open(page);
    await keys('/');
    await keys('gm');
    expect(address()).toBe(`${page}?q=gm`);
  });
});

it('the menu on a phone opens, and Escape closes it and focuses its button', async () => {
  await open(page);
  const menu = screen.getByRole('button', { name: text.menu });
  await press('button', text.menu);
  expect(menu.getAttribute('aria-expanded')).toBe('true');
  await keys('{Escape}');
  expect(menu.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(menu);
});

it('an opened page focuses its heading and sets the title of the tab', async () => {
  await open(page);
  await press('link', memberWords.title);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(document.title).toBe('Members · Patchbay');
});
