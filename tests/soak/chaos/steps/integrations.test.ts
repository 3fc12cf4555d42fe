import { describe, expect, it } from 'vitest';
import type { Integration } from '../world/world.ts';
import { contextWith } from './context.fixture.ts';
import { connectIntegration, deleteIntegration, switchIntegration } from './integrations.ts';
import { things } from './step.ts';

function integrationWith(
  state: Pick<Integration, 'connected' | 'disabled'>,
  answer: { status: number; body?: unknown },
) {
  const { context, sent } = contextWith(() => answer);
  const [organization] = context.world.active;
  if (organization === undefined) throw new Error('no organization');
  context.world.active.splice(1);
  const integration: Integration = { id: 'i1', name: 'Integration', workspace: { slug: 'w1' }, ...state };
  organization.integrations.push(integration);
  const effects = () =>
    context.client.ledger.changes.flatMap((change) => change.effects.map(({ action }) => action));
  const writes = () => context.client.ledger.changes.flatMap((change) => change.writes);
  return { context, sent, organization, integration, effects, writes };
}

const answered = (status: string, lastError: string | null = null) => ({
  status: 200,
  body: { id: 'i1', status, lastError },
});

describe('an integration in the ledger', () => {
  it.each([
    ['connected', answered('active'), ['integration.connected'], true],
    [
      'refused by a provider that is down',
      answered('pending', 'Try again.'),
      ['integration.connect_failed'],
      false,
    ],
    ['not answered', { status: 503 }, ['integration.connected', 'integration.connect_failed'], false],
  ])(
    'that is %s leaves what it may leave, and is not connected again',
    async (_, answer, actions, connected) => {
      const { context, sent, integration, effects } = integrationWith(
        { connected: false, disabled: false },
        answer,
      );
      expect(await connectIntegration(context)).toBe(true);
      expect(sent).toHaveLength(1);
      expect(effects()).toEqual(actions);
      expect(integration.connected).toBe(connected);
    },
  );

  it('that was connected before is told apart from one whose new attempt failed for a while', async () => {
    const { context, effects } = integrationWith(
      { connected: true, disabled: false },
      answered('active', 'Try again.'),
    );
    await connectIntegration(context);
    expect(effects()).toEqual(['integration.connect_failed']);
  });

  it('stays disabled where its provider could not be reached, without an entry', async () => {
    const { context, integration, effects, writes } = integrationWith(
      { connected: true, disabled: true },
      answered('disabled', 'Try again.'),
    );
    await switchIntegration(context);
    expect([integration.disabled, effects(), writes()]).toEqual([true, [], []]);
  });

  it('is switched by what its client knows of it', async () => {
    const { context, sent, integration, effects } = integrationWith(
      { connected: true, disabled: false },
      answered('disabled'),
    );
    await switchIntegration(context);
    expect(sent[0]?.path).toBe('/v1/organizations/org-1/workspaces/w1/integrations/i1/disable');
    expect([integration.disabled, effects()]).toEqual([true, ['integration.disabled']]);
  });

  it('is gone after its deletion, and left alone while somebody changes it', async () => {
    const { context, sent, organization, integration } = integrationWith(
      { connected: false, disabled: false },
      { status: 204 },
    );
    context.locks.take([things.integration(organization, integration)]);
    expect(await deleteIntegration(context)).toBe(false);
    context.locks.release([things.integration(organization, integration)], false);
    expect(await deleteIntegration(context)).toBe(true);
    expect(sent).toHaveLength(1);
    expect(organization.integrations).toEqual([]);
  });
});
