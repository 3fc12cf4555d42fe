import { describe, expect, it } from 'vitest';
import type { FaultKind, Struck } from '../faults.ts';
import { type Attempt, apiKeyWrites } from '../ledger.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkMails } from './check-rest.ts';
import { checkRelayed } from './check-trails.ts';
import {
  ada,
  changeOf,
  clean,
  created,
  entries,
  invited,
  type MadeEntry,
  relayed,
  relayedEntry,
  renamed,
  struckBy,
  trailOf,
  withChanges,
  withTrail,
} from './evidence.fixture.ts';
import { type Arrived, assign, type Evidence, type Mail, recordedIn } from './evidence.ts';
import { verify } from './verify.ts';

const textsOf = (evidence: Evidence): string[] =>
  verify(evidence).flatMap(({ findings }) => findings.map(({ text }) => text));

const without = (action: string): MadeEntry[] => entries.filter((entry) => entry.action !== action);
const entry = (action: string, requestId: string, at: number): MadeEntry => ({ action, requestId, at });

it('a run in which nothing is wrong has no findings, and a line of counts for each check', () => {
  const checks = verify(clean);
  expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
  expect(checks.map(({ line }) => line)).toEqual([
    'entries of acknowledged changes of organizations 7: there once 7, missing 0, twice 0',
    'entries of acknowledged changes of people 1: there once 1, missing 0, twice 0, in other trails 0, too close to a join or an end to tell 0',
    'relayed changes 1: missing or there twice 0, with a wrong status 0',
    'dates of entries 8: outside of their request 0, different in different trails 0',
    'changes of unknown outcome 0: clients gave up 0, ambiguous 0, never answered 0, done 0; refused changes 0: in the trail 0',
    'entries in all trails 8: that nobody caused 0',
    'trails 5: wrong 0',
    'creations under a key 2 (sent more than once 0): made twice 0; replays 1: answered otherwise 0, never answered 0',
    'values that the API shows 1: wrong 0; names of people 1: stale 0',
    'mails 2, each at least once: missing 0, that nobody asked for 0',
    'entries that webhooks take 1, arrived 1: missing 0, wrong 0',
    'gone of 3 deletions (not answered at first 0): workspaces 1, organizations 1, people 1; left over 0, wrong 0',
    'requests 7: answered 500 0, refused without a reason 0',
    'answers that contradict what clients knew 0',
    'dead letters 0; outboxes 1: empty 1',
    'faults without recovery 0; requests while all was well 5: failed 0',
    'faults 11 of 11 processes, which ended 11 times: not as the faults say 0',
    'kinds of evidence 13: missing 0',
  ]);
});

it('what an acknowledged change of an organization left is missing', () => {
  expect(textsOf(withTrail(without('invitation.created')))).toEqual([
    `createInvitation of ${ada}: invitation.created is 0 times in the trail of acme`,
  ]);
});

it('what an acknowledged change of an organization left is there twice', () => {
  expect(textsOf(withTrail([...entries, entry('invitation.created', 'r5', 4_006)]))).toEqual([
    `createInvitation of ${ada}: invitation.created is 2 times in the trail of acme`,
    `createInvitation of ${ada}: one Idempotency-Key made 2 things`,
  ]);
});

it('what an acknowledged change of an organization left is about another thing', () => {
  const other = entries.map((one) => (one.targetId === 'w1' ? { ...one, targetId: 'w2' } : one));
  expect(textsOf(withTrail(other))).toEqual([
    `createWorkspace of ${ada}: workspace.created w1 is 0 times in the trail of acme`,
    `createWorkspace of ${ada}: does not cause workspace.created about w2, entry 3 of acme`,
  ]);
});

it('what an acknowledged change of an organization left is found with the id of any attempt', () => {
  const [attempt] = invited.attempts;
  if (attempt === undefined) throw new Error('no attempt');
  const lost = { ...attempt, requestId: 'r5-lost', status: 'lost' as const };
  expect(textsOf(withChanges({ ...invited, attempts: [lost, attempt] }))).toEqual([]);
});

describe('what a person did', () => {
  const missing = `updateMe of ${ada}: user.updated is missing in the trail of acme`;

  it('what a person did is missing in an organization that the person was in', () => {
    expect(textsOf(withTrail(without('user.updated')))).toContain(missing);
  });

  it('what a person did is in an organization that the person was not in', () => {
    expect(textsOf(withTrail([entry('user.updated', 'r2', 2_005)], 'beta'))).toEqual([
      `updateMe of ${ada}: user.updated is in a trail of an organization that the person was not in at that moment: beta`,
    ]);
  });

  it.each([
    ['before joining', 500, 505],
    ['after leaving', 6_000, 6_005],
  ])('what a person did is in the organization although it was %s', (_when, at, occurredAt) => {
    const evidence = withTrail([...entries, entry('user.updated', 'r9', occurredAt)]);
    expect(textsOf({ ...evidence, changes: [...evidence.changes, changeOf(9, at)] })).toEqual([
      `updateMe of ${ada}: user.updated is in a trail of an organization that the person was not in at that moment: acme`,
    ]);
  });

  it('what a person did may be there or not where it overlaps the join or the end', () => {
    const overlapping = changeOf(9, 5_002);
    expect(textsOf(withChanges(overlapping))).toEqual([]);
    const evidence = withTrail([...entries, entry('user.updated', 'r9', 5_004)]);
    expect(textsOf({ ...evidence, changes: [...evidence.changes, overlapping] })).toEqual([]);
  });

  it('what a person did is there twice', () => {
    expect(textsOf(withTrail([...entries, entry('user.updated', 'r2', 2_005)]))).toEqual([
      `updateMe of ${ada}: user.updated is 2 times in the trail of acme`,
    ]);
  });

  it('what a person did is in the organization that the very sign-in made the person a member of', () => {
    const signedIn = changeOf(1, 1_000, {
      operation: 'verifySignInLink',
      effects: [
        { action: 'user.signed_in', person: ada },
        { action: 'member.added', organization: 'acme' },
      ],
      membership: { email: ada, organization: 'acme', is: 'begun' },
    });
    const changes = clean.changes.map((change) => (change.number === 1 ? signedIn : change));
    expect(textsOf({ ...clean, changes })).toEqual([
      `verifySignInLink of ${ada}: user.signed_in is missing in the trail of acme`,
    ]);
  });
});

describe('other outcomes', () => {
  const lost = { requestId: 'r9', sentAt: 3_000, endedAt: 3_010, status: 'lost' } as const;
  const unknown = changeOf(9, 3_000, {
    attempts: [lost],
    outcome: 'unknown',
    unknownBecause: 'gave up',
    writes: renamed.writes,
  });

  it('a refused change is in the trail', () => {
    const evidence = withTrail([...entries, entry('user.updated', 'r9', 3_005)]);
    const refused = changeOf(9, 3_000, { outcome: 'refused' });
    expect(textsOf({ ...evidence, changes: [...evidence.changes, refused] })).toEqual([
      `updateMe of ${ada}: was refused, but the trail has 1 entries of it`,
    ]);
  });

  it('a change of unknown outcome was done twice', () => {
    const twice = [entry('workspace.created', 'r9', 3_005), entry('workspace.created', 'r9', 3_006)];
    const evidence = withTrail([...entries, ...twice]);
    const creation = {
      ...unknown,
      effects: [{ action: 'workspace.created', organization: 'acme' }],
      writes: [],
    };
    expect(textsOf({ ...evidence, changes: [...evidence.changes, creation] })).toEqual([
      `updateMe of ${ada}: of unknown outcome: workspace.created is 2 times in acme`,
    ]);
  });

  it('other outcomes trail and state disagree about a change of unknown outcome', () => {
    const writes = [{ cell: `name of ${ada}`, value: 'Ada Lovelace' }];
    const changes = [...clean.changes, { ...unknown, writes }];
    const shown = (value: string) =>
      clean.observations.map((one) => (one.value === 'Ada' ? { ...one, value } : one));
    const done = withTrail([...entries, entry('user.updated', 'r9', 3_005)]);
    const wrong = (value: string, newest: string) => [
      `name of ${ada} in GET /v1/me is ${value}: the newest is ${newest}`,
    ];
    expect(textsOf({ ...clean, changes })).toEqual([]);
    expect(textsOf({ ...clean, changes, observations: shown('Ada Lovelace') })).toEqual(
      wrong('Ada Lovelace', 'Ada'),
    );
    expect(textsOf({ ...done, changes })).toEqual(wrong('Ada', 'Ada Lovelace'));
    expect(textsOf({ ...done, changes, observations: shown('Ada Lovelace') })).toEqual([]);
  });
});

it('entries that nobody caused have a request id that no client sent', () => {
  expect(textsOf(withTrail([...entries, entry('workspace.created', 'r99', 3_005)]))).toEqual([
    'entry 6 of acme: nobody asked for this workspace.created',
  ]);
});

it('relayed changes that the provider received are in a trail once', () => {
  const [url = ''] = clean.relayed;
  const unknown = withChanges({ ...relayed, outcome: 'unknown', unknownBecause: 'gave up' });
  expect(textsOf({ ...unknown, trails: new Map([...clean.trails, ['gamma', trailOf([])]]) })).toEqual([
    `${url} was received 1 times and is 0 times in a trail`,
  ]);
  expect(textsOf({ ...clean, relayed: [url, url] })).toEqual([
    `${url} was received 2 times and is 1 times in a trail`,
  ]);
});

it('relayed changes that were answered have the status of the answer in the trail', () => {
  const lost = withTrail(
    [{ ...relayedEntry, metadata: { ...relayedEntry.metadata, status: null } }],
    'gamma',
  );
  expect(textsOf(lost)).toEqual([
    `relayPut of ${ada}: was answered 200 and has the status null in the trail`,
  ]);
  const unanswered = changeOf(6, 4_500, { ...relayed, outcome: 'unknown', unknownBecause: 'gave up' });
  expect(textsOf({ ...withChanges(unanswered), trails: lost.trails })).toEqual([]);
});

it('relayed changes may have no status in the trail where relay was killed while Postgres was away', () => {
  const lost = withTrail(
    [{ ...relayedEntry, metadata: { ...relayedEntry.metadata, status: null } }],
    'gamma',
  );
  const both = (kind: FaultKind): Struck => ({
    ...struckBy('kill')('postgres'),
    faults: [...struckBy('pause')('postgres').faults, ...struckBy(kind)('relay').faults],
  });
  const findingsAfter = (struck: Struck) =>
    checkRelayed({ ...lost, struck: [...lost.struck, struck] }, recordedIn(lost)).findings;
  expect(findingsAfter(both('kill'))).toEqual([]);
  expect(findingsAfter(both('terminate'))).toHaveLength(1);
});

it('entries that nobody caused have an action that the request does not cause', () => {
  expect(textsOf(withTrail([...entries, entry('api_key.created', 'r3', 3_005)]))).toEqual([
    `createWorkspace of ${ada}: does not cause api_key.created about t1, entry 6 of acme`,
  ]);
});

it('entries that nobody caused name somebody else', () => {
  const changes = clean.changes.map((change) =>
    change.number === 3 ? { ...change, actor: { ...change.actor, email: 'eve@acme.example' } } : change,
  );
  expect(textsOf({ ...clean, changes })).toEqual([
    `createWorkspace of eve@acme.example: entry 3 of acme names user ${ada} as actor`,
  ]);
});

describe('trails', () => {
  const acme = clean.trails.get('acme');
  const withAcme = (more: object): Evidence => ({
    ...clean,
    trails: new Map([...clean.trails, ['acme', { ...acme, ...more } as NonNullable<typeof acme>]]),
  });

  it('trails are altered, not intact by their own verification, or differ between list and export', () => {
    const altered = acme?.listed.map((one) => ({ ...one, recordedAt: 'another time' }));
    expect(textsOf(withAcme({ listed: altered }))).toContain('trail of acme: the chain is broken at 1');
    expect(textsOf(withAcme({ intact: false }))).toEqual([
      'trail of acme: its verification says that it is not intact',
    ]);
    expect(textsOf(withAcme({ exported: acme?.exported.slice(1) }))).toEqual([
      'trail of acme: list and export differ',
    ]);
  });
});

describe('replays', () => {
  const replayed = (more: object): Evidence =>
    withChanges({ ...created, replays: created.replays.map((one) => ({ ...one, ...more })) });

  it('replays answer otherwise', () => {
    expect(textsOf(replayed({ body: { id: 'w2', name: 'Spring' } }))).toEqual([
      expect.stringContaining('a replay answered 201 {"id":"w2","name":"Spring"}'),
    ]);
    expect(textsOf(replayed({ status: 409, body: {} }))).toEqual([
      expect.stringContaining('a replay answered 409'),
    ]);
  });

  it('replays are not marked', () => {
    expect(textsOf(replayed({ marked: false }))).toEqual([
      `createWorkspace of ${ada}: a replay was not marked as one`,
    ]);
  });

  it('replays without an answer say nothing where a later one has an answer', () => {
    const lost = { requestId: 'r3-lost', status: 'lost', body: undefined, marked: false } as const;
    const other = changeOf(9, 3_000, { ...created, number: 9, effects: [], replays: [lost] });
    expect(textsOf(withChanges({ ...created, replays: [lost, ...created.replays] }))).toEqual([]);
    expect(textsOf(withChanges({ ...created, replays: [lost] }, other))).toContain(
      `createWorkspace of ${ada}: no replay was answered: lost`,
    );
  });
});

describe('what the API shows', () => {
  const showing = (...more: Evidence['observations']): Evidence => ({
    ...clean,
    observations: [...clean.observations, ...more],
  });

  it('what the API shows is a stale name, in one of many places', () => {
    const text = `name of ${ada} in GET /v1/organizations/acme/members is ada: the newest is Ada`;
    const where = 'GET /v1/organizations/acme/members';
    expect(textsOf(showing({ cell: `name of ${ada}`, value: 'ada', where }))).toEqual([text]);
  });

  it('what the API shows is something that nobody made', () => {
    expect(textsOf(showing({ cell: 'API key K 1 of acme', value: 'active', where: 'GET keys' }))).toEqual([
      'API key K 1 of acme in GET keys is active: nobody made it',
    ]);
  });

  it('what the API shows lacks something that was acknowledged', () => {
    expect(textsOf({ ...clean, observations: clean.observations.slice(0, 1) })).toEqual([
      'name of workspace acme/spring is gone: it was Spring',
    ]);
  });

  it('what the API shows accepts a key that was revoked, of which the list need not tell', () => {
    const revoked = changeOf(9, 3_000, {
      effects: [],
      writes: apiKeyWrites('acme', { name: 'K', number: 1 }, 'revoked'),
    });
    expect(textsOf(withChanges(revoked))).toEqual([]);
    const used = { cell: 'use of API key K 1 of acme', value: 'accepted', where: 'GET with it' };
    expect(textsOf({ ...withChanges(revoked), observations: [...clean.observations, used] })).toEqual([
      'use of API key K 1 of acme in GET with it is accepted: the newest is refused',
    ]);
  });
});

it('a 500, a refusal without a reason, a dead letter, an outbox that is not empty', () => {
  expect(textsOf({ ...clean, statuses: new Map([[500, 2]]) })).toEqual(['2 answers were 500']);
  expect(textsOf(withChanges(changeOf(9, 3_000, { outcome: 'refused', unexpected: true })))).toEqual([
    `updateMe of ${ada}: was refused with 200: nothing in the ledger says why`,
  ]);
  expect(textsOf({ ...clean, deadLetters: 1 })).toEqual(['1 events became dead letters']);
  const outboxes = new Map([
    ['identity', 3],
    ['organization', undefined],
  ]);
  expect(textsOf({ ...clean, outboxes })).toEqual([
    'the oldest event in the outbox of identity is 3 s old',
    'the metrics of organization do not tell whether its outbox is empty',
  ]);
});

const mailTextsOf = (evidence: Evidence): string[] => checkMails(evidence).findings.map(({ text }) => text);

const [mail] = clean.mails;
if (mail === undefined) throw new Error('no mail');

const linkAt = (at: number): Mail => ({ to: 'bob@beta.example', purpose: 'sign-in link', at });

const askFor = (number: number, ...attempts: Attempt[]) =>
  changeOf(number, 0, {
    operation: 'requestSignInLink',
    effects: [],
    mail: { to: 'bob@beta.example', purpose: 'sign-in link' },
    attempts,
  });

const answered = (at: number): Attempt => ({
  requestId: `r${at}`,
  sentAt: at,
  endedAt: at + 10,
  status: 202,
});
const lost = (at: number): Attempt => ({ requestId: `l${at}`, sentAt: at, endedAt: at + 10, status: 504 });

describe('deliveries', () => {
  const [arrived] = clean.arrived;
  if (arrived === undefined) throw new Error('no delivery');
  const deliveryTextsOf = (...deliveries: Arrived[]): string[] =>
    checkDeliveries({ ...clean, arrived: deliveries }).findings.map(({ text }) => text);

  it('deliveries may come twice, but not be missing', () => {
    expect(deliveryTextsOf(arrived, arrived)).toEqual([]);
    expect(deliveryTextsOf()).toEqual(['webhook.created, entry 1 of delta was never delivered']);
    expect(checkDeliveries({ ...clean, arrived: [] }).isAwaited).toBe(true);
  });

  it('deliveries are entries of the trail of their organization, word for word and signed', () => {
    expect(deliveryTextsOf(arrived, { ...arrived, organization: 'beta' })).toEqual([
      'webhook.created, entry 1 of beta arrived and is not in the trail',
    ]);
    expect(deliveryTextsOf(arrived, { ...arrived, entry: { ...arrived.entry, sequence: 2 } })).toEqual([
      'webhook.created, entry 2 of delta arrived and is not in the trail',
    ]);
    expect(deliveryTextsOf(arrived, { ...arrived, entry: { ...arrived.entry, hash: 'another' } })).toEqual([
      'webhook.created, entry 1 of delta arrived otherwise than the trail has it',
    ]);
    expect(deliveryTextsOf({ ...arrived, signed: false })).toEqual([
      'webhook.created, entry 1 of delta arrived with a wrong signature',
    ]);
  });
});

it('mails are too few or too many', () => {
  const missing = checkMails({ ...clean, mails: [] });
  expect(missing.findings.map(({ text }) => text)).toEqual([
    `createInvitation of ${ada}: no invitation to bob@beta.example was mailed`,
  ]);
  expect(missing.isAwaited).toBe(true);
  expect(mailTextsOf({ ...clean, mails: [mail, mail] })).toEqual([
    'invitation to bob@beta.example: no request asked for the one queued at 1970-01-01T00:00:04.005Z',
  ]);
});

it('mails may be one more for each attempt without an answer, but not under an Idempotency-Key', () => {
  const { key, ...keyless } = { ...invited, attempts: [lost(3_900), ...invited.attempts] };
  const mails = [mail, { ...mail, at: 3_905 }];
  expect(mailTextsOf({ ...withChanges(keyless), mails })).toEqual([]);
  expect(mailTextsOf({ ...withChanges({ ...keyless, key: key ?? '' }), mails })).toHaveLength(1);
});

it('mails that were queued by another request do not make up for one that is lost', () => {
  const changes = [
    ...clean.changes,
    askFor(20, lost(19_900), answered(20_000)),
    askFor(60, answered(60_000)),
  ];
  const twice = [mail, linkAt(19_905), linkAt(20_005)];
  expect(mailTextsOf({ ...clean, changes, mails: [...twice, linkAt(60_005)] })).toEqual([]);
  expect(mailTextsOf({ ...clean, changes, mails: twice })).toEqual([
    `requestSignInLink of ${ada}: no sign-in link to bob@beta.example was mailed`,
  ]);
});

it('mails are queued while their request runs, or later where that had no answer', () => {
  const late = (at: number, ...attempts: Attempt[]) =>
    mailTextsOf({
      ...clean,
      changes: [...clean.changes, askFor(20, ...attempts)],
      mails: [mail, linkAt(at)],
    });
  expect(late(29_000, lost(20_000))).toEqual([]);
  expect(late(29_000, answered(20_000))).toHaveLength(2);
  expect(late(65_000, lost(20_000))).toHaveLength(1);
});

const slot = (required: boolean, ...fitting: string[]) => ({ required, fitting });
const fits = ({ fitting }: { fitting: string[] }, item: string): boolean => fitting.includes(item);

it('items that are put into slots leave none over where all fit, whatever their order', () => {
  const slots = [slot(true, 'a', 'b'), slot(true, 'a'), slot(false, 'b', 'c')];
  for (const items of [
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
  ])
    expect(assign(slots, items, fits)).toEqual({ empty: [], left: [] });
});
