import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, everythingOfWorkspace, example, problem, unanswered } from '../testing/api.ts';
import {
  address,
  fill,
  open,
  organization,
  passes,
  press,
  reload,
  says,
  settled,
  workspace,
} from '../testing/page.tsx';
import { deletion } from './words/en/deletion.ts';
import { members as memberWords } from './words/en/members.ts';
import { newIntegration as newIntegrationWords } from './words/en/new-integration.ts';
import { settings as settingsWords } from './words/en/settings.ts';
import { words } from './words/words.ts';

const before = example('getWorkspace');
/** Got the slug of the workspace before, which was deleted. */
const another = {
  ...before,
  id: '0199ffff-0b2d-7f31-a6c8-91d4e7b0f205',
  name: 'Another one',
  can: [...everythingOfWorkspace],
};
const [integration] = example('listIntegrations').integrations;
if (integration === undefined) throw new Error('the example has no integration');

/** Follows a link. */
async function go(path: string): Promise<void> {
  history.pushState(null, '', path);
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  await settled();
}

describe('a slug that was given to another workspace', () => {
  it.each([
    ['a new integration', 'integrations/new?provider=google_ads', newIntegrationWords.name],
    ['an invitation', 'members?open=invite', memberWords.invite.emails],
    ['the name', 'settings', settingsWords.name],
  ])('what was typed for %s is not shown in the other workspace', async (_, page, label) => {
    const typed = () => screen.getByLabelText<HTMLInputElement>(label).value;
    await open(`${workspace}/${page}`);
    await fill(label, 'typed before');
    await reload();
    expect(typed()).toBe('typed before');
    await reload({ getWorkspace: another });
    expect(typed()).not.toBe('typed before');
  });

  it('what was read of a workspace is not shown in the one that is created after its deletion', async () => {
    const gone = { getWorkspace: problem(404), listIntegrations: problem(404) };
    const deleteWorkspace = (): undefined => {
      answer(gone);
    };
    await open(`${workspace}/integrations`, { deleteWorkspace });
    expect(says(integration.name)).toBe(true);
    await go(`${workspace}/settings`);
    await press('button', deletion.workspace.action);
    await fill(words.common.confirm.label(before.name), before.name);
    await press('button', deletion.workspace.action);
    expect(address()).toBe(`${organization}/workspaces`);
    answer({ getWorkspace: another, listIntegrations: unanswered });
    await go(`${workspace}/integrations`);
    expect(says(another.name)).toBe(true);
    expect(says(integration.name)).toBe(false);
  });

  it('a page that is open when its slug is given to another workspace shows nothing of the one before', async () => {
    await open(`${workspace}/integrations`);
    expect(says(integration.name)).toBe(true);
    answer({ getWorkspace: another, listIntegrations: unanswered });
    await passes(15_000);
    expect(says(another.name)).toBe(true);
    expect(says(integration.name)).toBe(false);
  });
});
