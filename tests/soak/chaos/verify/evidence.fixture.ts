import { hashOf } from '../../../api.ts';
import { type FaultKind, type ProcessName, processNames, type Struck } from '../faults.ts';
import type { Change } from '../ledger.ts';
import type { Deletion, Entry, Evidence, Trail } from './evidence.ts';

/** A made-up ledger: Ada joins Acme at 1000 and leaves at 5000; what she does is entered at the second given. */
export const ada = 'ada@acme.example';

export function changeOf(number: number, at: number, more: Partial<Change> = {}): Change {
  return {
    number,
    operation: 'updateMe',
    actor: { email: ada, type: 'user' },
    attempts: [{ requestId: `r${number}`, sentAt: at, endedAt: at + 10, status: 200 }],
    outcome: 'acknowledged',
    answer: { status: 200, body: {} },
    replays: [],
    unexpected: false,
    effects: [{ action: 'user.updated', person: ada }],
    writes: [],
    ...more,
  };
}

export const joined = changeOf(1, 1_000, {
  operation: 'acceptInvitation',
  effects: [{ action: 'member.added', organization: 'acme' }],
  membership: { email: ada, organization: 'acme', is: 'begun' },
});

export const renamed = changeOf(2, 2_000, { writes: [{ cell: `name of ${ada}`, value: 'Ada' }] });

export const created = changeOf(3, 3_000, {
  operation: 'createWorkspace',
  key: 'a key',
  effects: [{ action: 'workspace.created', organization: 'acme', targetId: 'w1' }],
  writes: [{ cell: 'name of workspace acme/spring', value: 'Spring' }],
  answer: { status: 201, body: { id: 'w1', name: 'Spring' } },
  replays: [{ requestId: 'r3-again', status: 201, body: { id: 'w1', name: 'Spring' }, marked: true }],
});

export const left = changeOf(4, 5_000, {
  operation: 'removeOrganizationMember',
  effects: [{ action: 'member.removed', organization: 'acme' }],
  membership: { email: ada, organization: 'acme', is: 'ended' },
});

export const invited = changeOf(5, 4_000, {
  operation: 'createInvitation',
  key: 'another key',
  effects: [{ action: 'invitation.created', organization: 'acme' }],
  mail: { to: 'bob@beta.example', purpose: 'invitation' },
});

export const relayed = changeOf(6, 4_500, {
  operation: 'relayPut',
  effects: [{ action: 'integration.request_sent', organization: 'gamma' }],
});

export const hooked = changeOf(7, 4_600, {
  operation: 'createWebhook',
  effects: [{ action: 'webhook.created', organization: 'delta' }],
});

export const cleared = changeOf(101, 4_700, {
  operation: 'deleteWorkspace',
  effects: [{ action: 'workspace.deleted', organization: 'epsilon', targetId: 'w2' }],
});

export const closed = changeOf(102, 4_800, {
  operation: 'deleteOrganization',
  effects: [{ action: 'organization.closed', organization: 'omega', targetId: 'o1' }],
});

export const parted = changeOf(103, 4_900, { operation: 'deleteMe', effects: [] });

export type MadeEntry = Pick<Entry, 'action' | 'requestId' | 'metadata'> & { at: number; targetId?: string };

export function trailOf(made: readonly MadeEntry[], email = ada): Trail {
  const listed: Entry[] = [];
  for (const { action, requestId, at, targetId = 't1', metadata } of made) {
    const entry = {
      action,
      requestId,
      occurredAt: new Date(at).toISOString(),
      actor: { type: 'user', email },
      target: { id: targetId },
      ...(metadata && { metadata }),
      sequence: listed.length + 1,
      previousHash: listed.at(-1)?.hash ?? '0'.repeat(64),
    };
    listed.push({ ...entry, hash: hashOf(entry) });
  }
  return { listed, exported: listed, intact: true };
}

export const entries: readonly MadeEntry[] = [
  { action: 'member.added', requestId: 'r1', at: 1_005 },
  { action: 'user.updated', requestId: 'r2', at: 2_005 },
  { action: 'workspace.created', requestId: 'r3', at: 3_005, targetId: 'w1' },
  { action: 'invitation.created', requestId: 'r5', at: 4_005 },
  { action: 'member.removed', requestId: 'r4', at: 5_005 },
];

export const relayedEntry: MadeEntry = {
  action: 'integration.request_sent',
  requestId: 'r6',
  at: 4_505,
  metadata: { path: '/ad-sets/7/audience', status: 200 },
};

export const struckBy =
  (kind: FaultKind) =>
  (process: ProcessName): Struck => ({
    name: `${process} ${kind}`,
    faults: [{ process, kind, pauseMs: 0 }],
    statuses: new Map(),
    trailAgainMs: 900,
  });

export const clearedEntry: MadeEntry = {
  action: 'workspace.deleted',
  requestId: 'r101',
  at: 4_705,
  targetId: 'w2',
  metadata: { integrations: 2, apiKeys: 1 },
};

export const webhookTrail = trailOf([{ action: 'webhook.created', requestId: 'r7', at: 4_605 }]);

const gone = { by: ada, counts: undefined, shown: 'gone', rows: [], acceptedKeys: [], again: true } as const;

export const deletedWorkspace: Deletion = {
  ...gone,
  kind: 'workspace',
  what: 'epsilon/spring',
  id: 'w2',
  change: 101,
  counts: { integrations: [1, 2], apiKeys: [1, 1] },
};
export const deletedOrganization: Deletion = {
  ...gone,
  kind: 'organization',
  what: 'omega',
  id: 'o1',
  change: 102,
};
const deletedPerson: Deletion = {
  ...gone,
  kind: 'person',
  what: ada,
  id: 'u1',
  change: 103,
  again: undefined,
};

/** In which nothing is wrong. */
export const clean: Evidence = {
  changes: [joined, renamed, created, invited, relayed, hooked, cleared, closed, parted, left],
  trails: new Map([
    ['acme', trailOf(entries)],
    ['beta', trailOf([])],
    ['gamma', trailOf([relayedEntry])],
    ['delta', webhookTrail],
    ['epsilon', trailOf([clearedEntry])],
  ]),
  observations: [
    { cell: `name of ${ada}`, value: 'Ada', where: 'GET /v1/me' },
    {
      cell: 'name of workspace acme/spring',
      value: 'Spring',
      where: 'GET /v1/organizations/acme/workspaces',
    },
  ],
  mails: [
    { to: 'bob@beta.example', purpose: 'invitation', at: 4_005 },
    { to: ada, purpose: 'deleted organization', at: 4_850 },
  ],
  deletions: [deletedWorkspace, deletedOrganization, deletedPerson],
  leftovers: [],
  arrived: webhookTrail.listed.map((entry) => ({ organization: 'delta', entry, signed: true })),
  statuses: new Map([[200, 7]]),
  relayed: ['https://api.example/v1/ad-sets/7/audience'],
  contradictions: [],
  calm: { sent: 5, failed: [] },
  struck: processNames.map(struckBy('kill')),
  ended: processNames.map((name) => ({ name, exit: { code: null, signal: 'SIGKILL' } })),
  restarts: new Map(processNames.map((name) => [name, 1])),
  deadLetters: 0,
  outboxes: new Map([['identity', 0]]),
};

export const withTrail = (made: readonly MadeEntry[], of = 'acme'): Evidence => ({
  ...clean,
  trails: new Map([...clean.trails, [of, trailOf(made)]]),
});

export const withChanges = (...changes: readonly Change[]): Evidence => {
  const numbers = new Set(changes.map(({ number }) => number));
  return { ...clean, changes: [...clean.changes.filter(({ number }) => !numbers.has(number)), ...changes] };
};
