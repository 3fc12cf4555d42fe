import { describe, expect, it } from 'vitest';
import { processNames } from '../faults.ts';
import {
  ada,
  changeOf,
  clean,
  entries,
  struckBy,
  trailOf,
  withChanges,
  withTrail,
} from './evidence.fixture.ts';
import type { Evidence } from './evidence.ts';
import { verify } from './verify.ts';

const textsOf = (evidence: Evidence): string[] =>
  verify(evidence).flatMap(({ findings }) => findings.map(({ text }) => text));

describe('dates of entries', () => {
  const joinedBeta = changeOf(8, 8_000, {
    operation: 'acceptInvitation',
    effects: [{ action: 'member.added', organization: 'beta' }],
    membership: { email: ada, organization: 'beta', is: 'begun' },
  });

  it('dates of entries are outside of the request, so that the entry is in a wrong trail', () => {
    const acme = entries.filter(({ action }) => action !== 'user.updated');
    const beta = [
      { action: 'member.added', requestId: 'r8', at: 8_005 },
      { action: 'user.updated', requestId: 'r2', at: 9_000 },
    ];
    const trails = new Map([...clean.trails, ['acme', trailOf(acme)], ['beta', trailOf(beta)]]);
    expect(textsOf({ ...clean, changes: [...clean.changes, joinedBeta], trails })).toEqual([
      `updateMe of ${ada}: user.updated in beta is dated 1970-01-01T00:00:09.000Z, its request ran from 1970-01-01T00:00:01.999Z to 1970-01-01T00:00:02.011Z`,
    ]);
  });

  it('dates of entries may be later than the client waited where an attempt had no answer', () => {
    const at = { requestId: 'r9', sentAt: 3_000, endedAt: 3_010 };
    const attempts = [{ ...at, status: 'lost' } as const, { ...at, requestId: 'r9-again', status: 200 }];
    const evidence = withTrail([...entries, { action: 'user.updated', requestId: 'r9', at: 3_500 }]);
    const changes = [...evidence.changes, changeOf(9, 3_000, { attempts })];
    expect(textsOf({ ...evidence, changes })).toEqual([]);
  });

  it('dates of entries differ between trails', () => {
    const inBoth = { ...joinedBeta, attempts: changeOf(8, 1_000).attempts };
    const beta = [
      { action: 'member.added', requestId: 'r8', at: 1_005 },
      { action: 'user.updated', requestId: 'r2', at: 2_006 },
    ];
    const trails = new Map([...clean.trails, ['beta', trailOf(beta)]]);
    expect(textsOf({ ...clean, changes: [inBoth, ...clean.changes], trails })).toEqual([
      `updateMe of ${ada}: user.updated has different dates in different trails: 1970-01-01T00:00:02.005Z, 1970-01-01T00:00:02.006Z`,
    ]);
  });

  it('dates of entries are too often too close to a join or an end to tell', () => {
    const overlapping = Array.from({ length: 11 }, (_, index) => changeOf(20 + index, 5_002));
    expect(textsOf(withChanges(...overlapping.slice(1)))).toEqual([]);
    expect(textsOf(withChanges(...overlapping))).toEqual([
      '11 entries are too close to a join or an end to tell, of 1 expected: too many to believe the rest',
    ]);
  });
});

it('changes that stay broken are no unknown outcomes that a client chose', () => {
  const attempts = Array.from({ length: 90 }, (_, index) => ({
    requestId: `x${index}`,
    sentAt: 6_000 + index * 1_000,
    endedAt: 6_010 + index * 1_000,
    status: 503,
  }));
  const broken = changeOf(9, 6_000, { outcome: 'unknown', unknownBecause: 'never answered', attempts });
  expect(textsOf(withChanges(broken))).toEqual([
    `updateMe of ${ada}: was never answered: 503 after 90 attempts`,
  ]);
  expect(textsOf(withChanges({ ...broken, unknownBecause: 'gave up' }))).toEqual([]);
});

it('changes that stay broken leave the trail behind', () => {
  const [first, ...others] = clean.struck;
  if (first === undefined) throw new Error('no fault');
  expect(textsOf({ ...clean, struck: [{ ...first, trailAgainMs: undefined }, ...others] })).toEqual([
    'after postgres kill no new change came into the trail',
  ]);
});

it('changes that stay broken fail while every process is ready', () => {
  const failed = { requestId: 'r77', sentAt: 1, endedAt: 2, status: 503 };
  expect(textsOf({ ...clean, calm: { sent: 9, failed: [failed] } })).toEqual([
    'a request got 503 while every process was ready',
  ]);
});

it('changes that stay broken contradict what a client knew', () => {
  const contradictions = [{ text: 'a revoked key got 200', requestIds: ['r78'] }];
  expect(textsOf({ ...clean, contradictions })).toEqual(['a revoked key got 200']);
});

describe('processes', () => {
  const crash = { name: 'audit', exit: { code: 1, signal: null } } as const;

  it('processes end by themselves', () => {
    const restarts = new Map([...clean.restarts, ['audit', 2] as const]);
    expect(textsOf({ ...clean, ended: [...clean.ended, crash], restarts })).toEqual([
      'audit ended with SIGKILL, code 1; its faults were SIGKILL',
      'audit was started again 2 times, expected 1',
    ]);
  });

  it('processes do not end with code 0 when they are terminated', () => {
    const struck = processNames
      .map(struckBy('kill'))
      .map((one) => (one.name === 'audit kill' ? struckBy('terminate')('audit') : one));
    const others = clean.ended.filter(({ name }) => name !== 'audit');
    expect(textsOf({ ...clean, struck, ended: [...others, crash] })).toEqual([
      'audit ended with code 1; its faults were code 0',
    ]);
    const drained = { name: 'audit', exit: { code: 0, signal: null } } as const;
    expect(textsOf({ ...clean, struck, ended: [...others, drained] })).toEqual([]);
  });

  it('processes were never struck', () => {
    const struck = clean.struck.filter(({ name }) => name !== 'redis kill');
    expect(textsOf({ ...clean, struck })).toContain('redis was never struck');
  });
});

it('a run in which nothing happened is no run in which nothing is wrong', () => {
  const nothing: Evidence = {
    changes: [],
    trails: new Map(),
    observations: [],
    mails: [],
    deletions: [],
    leftovers: [],
    arrived: [],
    statuses: new Map(),
    relayed: [],
    contradictions: [],
    calm: { sent: 0, failed: [] },
    struck: [],
    ended: [],
    restarts: new Map(processNames.map((name) => [name, 0])),
    deadLetters: 0,
    outboxes: new Map(),
  };
  expect(textsOf(nothing)).toEqual([
    ...processNames.map((name) => `${name} was never struck`),
    'the run has no acknowledged changes',
    'the run has no changes that are in a trail',
    'the run has no trails',
    'the run has no answered replays',
    'the run has no mails',
    'the run has no deliveries',
    'the run has no deleted workspaces',
    'the run has no deleted organizations',
    'the run has no deleted people',
    'the run has no relayed changes',
    'the run has no values that the API shows',
    'the run has no faults',
    'the run has no requests while all was well',
  ]);
});
