import { describe, expect, it } from 'vitest';
import { created, integrationWith } from './integration.fixture.ts';
import { type Integration, type IntegrationStatus, statuses } from './integration.ts';
import { type Attempt, enableUnconnected, type Outcome, settle } from './outcome.ts';

const now = new Date('2026-04-01T12:00:00.000Z');
const earlier = new Date('2026-03-15T10:00:00.000Z');

const outcomes = {
  success: { kind: 'success', account: 'New account' },
  permanent: { kind: 'permanent', detail: 'Refused. Connect again.' },
  transient: { kind: 'transient', error: 'Not reachable. Try again later.' },
  ours: { kind: 'ours', error: 'The operator has to act.' },
  declined: { kind: 'declined' },
} as const satisfies Record<Outcome['kind'], Outcome>;

/** Every field that an attempt can change has an earlier value. */
const before = (status: IntegrationStatus): Integration =>
  integrationWith({
    status,
    statusDetail: 'An old detail.',
    statusCheckedAt: earlier,
    lastError: 'An old error.',
    lastErrorAt: earlier,
    connectedAt: earlier,
    connectedAccount: 'Old account',
  });

type Changes = Partial<Integration>;
const cleared = { statusDetail: null, lastError: null, lastErrorAt: null };

/** The changes of each outcome apart from the status. `updatedAt` changes with any of them. */
const changed: Record<Outcome['kind'], (attempt: Attempt) => Changes> = {
  success: (attempt) => ({
    ...cleared,
    statusCheckedAt: now,
    connectedAccount: 'New account',
    ...(attempt === 'connect' && { connectedAt: now }),
    updatedAt: now,
  }),
  permanent: () => ({ statusDetail: 'Refused. Connect again.', statusCheckedAt: now, updatedAt: now }),
  transient: () => ({ lastError: 'Not reachable. Try again later.', lastErrorAt: now, updatedAt: now }),
  ours: () => ({ lastError: 'The operator has to act.', lastErrorAt: now, updatedAt: now }),
  declined: () => ({}),
};

type Row = readonly [Attempt, IntegrationStatus, Outcome['kind'], IntegrationStatus, string | null];

/** Attempt, status before, outcome, status after, action of the event or null. */
const table: readonly Row[] = [
  ['connect', 'pending', 'success', 'active', 'integration.connected'],
  ['connect', 'active', 'success', 'active', 'integration.connected'],
  ['connect', 'error', 'success', 'active', 'integration.connected'],
  ['connect', 'disabled', 'success', 'active', 'integration.connected'],
  ['connect', 'pending', 'permanent', 'error', 'integration.connect_failed'],
  ['connect', 'active', 'permanent', 'error', 'integration.connect_failed'],
  ['connect', 'error', 'permanent', 'error', 'integration.connect_failed'],
  ['connect', 'disabled', 'permanent', 'error', 'integration.connect_failed'],
  ...statuses.flatMap((status): Row[] => [
    ['connect', status, 'transient', status, 'integration.connect_failed'],
    ['connect', status, 'ours', status, 'integration.connect_failed'],
    ['connect', status, 'declined', status, 'integration.connect_failed'],
  ]),
  ['verify', 'pending', 'success', 'active', 'integration.status_changed'],
  ['verify', 'active', 'success', 'active', null],
  ['verify', 'error', 'success', 'active', 'integration.status_changed'],
  ['verify', 'disabled', 'success', 'disabled', null],
  ['verify', 'pending', 'permanent', 'error', 'integration.status_changed'],
  ['verify', 'active', 'permanent', 'error', 'integration.status_changed'],
  ['verify', 'error', 'permanent', 'error', null],
  ['verify', 'disabled', 'permanent', 'disabled', null],
  ['enable', 'pending', 'success', 'active', 'integration.enabled'],
  ['enable', 'active', 'success', 'active', null],
  ['enable', 'error', 'success', 'active', 'integration.enabled'],
  ['enable', 'disabled', 'success', 'active', 'integration.enabled'],
  ['enable', 'pending', 'permanent', 'error', 'integration.enabled'],
  ['enable', 'active', 'permanent', 'error', 'integration.enabled'],
  ['enable', 'error', 'permanent', 'error', null],
  ['enable', 'disabled', 'permanent', 'error', 'integration.enabled'],
  ...(['verify', 'enable'] as const).flatMap((attempt): Row[] =>
    statuses.flatMap((status): Row[] => [
      [attempt, status, 'transient', status, null],
      [attempt, status, 'ours', status, null],
      [attempt, status, 'declined', status, null],
    ]),
  ),
];

describe('the states of an integration', () => {
  it.each(table)(
    'attempt %s, status %s, outcome %s: the status becomes %s with the event %s',
    (attempt, status, kind, after, action) => {
      const integration = before(status);
      const settled = settle(integration, attempt, outcomes[kind], now);
      expect(settled.integration).toEqual({ ...integration, ...changed[kind](attempt), status: after });
      expect(settled.events.map((event) => event.action)).toEqual(action === null ? [] : [action]);
      for (const { changes, target, about, workspace } of settled.events) {
        expect(changes).toEqual(status === after ? [] : [{ field: 'status', before: status, after }]);
        expect({ target, about, workspace }).toEqual({
          target: { type: 'integration', id: 'an-integration', name: 'Shop' },
          about: { organizationId: 'an-organization' },
          workspace: { id: 'a-workspace', slug: 'spring', name: 'Spring' },
        });
      }
    },
  );

  it('the table of states has a row for every attempt, status and outcome', () => {
    const kinds = Object.keys(outcomes) as Outcome['kind'][];
    const wanted = (['connect', 'verify', 'enable'] as const).flatMap((attempt) =>
      statuses.flatMap((status) => kinds.map((kind) => `${attempt} ${status} ${kind}`)),
    );
    const had = table.map(([attempt, status, kind]) => `${attempt} ${status} ${kind}`);
    expect(had.toSorted()).toEqual(wanted.toSorted());
  });

  it('events name the kind of a failed connect attempt, the connected account and the status that the integration got', () => {
    const metadataOf = (attempt: Attempt, outcome: Outcome) =>
      settle(before('disabled'), attempt, outcome, now).events.map(({ metadata }) => metadata);
    const failed = { provider: 'criteo', kind: 'permanent', status: 'error' };
    expect(metadataOf('connect', outcomes.permanent)).toEqual([failed]);
    for (const kind of ['transient', 'ours', 'declined'] as const)
      expect(metadataOf('connect', outcomes[kind])).toEqual([{ provider: 'criteo', kind }]);
    expect(metadataOf('connect', outcomes.success)).toEqual([
      { provider: 'criteo', connectedAccount: 'New account', status: 'active' },
    ]);
    expect(metadataOf('enable', outcomes.success)).toEqual([{ provider: 'criteo', status: 'active' }]);
    expect(metadataOf('enable', outcomes.permanent)).toEqual([{ provider: 'criteo', status: 'error' }]);
  });

  it('a verification without news does not change updatedAt', () => {
    const active = integrationWith({ status: 'active', connectedAt: earlier, connectedAccount: 'Shop Ltd' });
    const { integration } = settle(active, 'verify', { kind: 'success', account: 'Shop Ltd' }, now);
    expect(integration).toEqual({ ...active, statusCheckedAt: now });
    expect(integration.updatedAt).toEqual(created);
  });

  it('an integration without a connection becomes pending when it is enabled', () => {
    const disabled = integrationWith({ status: 'disabled' });
    const { integration, events } = enableUnconnected(disabled, now);
    expect(integration).toEqual({ ...disabled, status: 'pending', updatedAt: now });
    expect(events).toMatchObject([
      {
        action: 'integration.enabled',
        changes: [{ field: 'status', before: 'disabled', after: 'pending' }],
        metadata: { status: 'pending' },
      },
    ]);
  });
});
