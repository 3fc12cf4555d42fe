import { describe, expect, it } from 'vitest';
import type { Change } from '../ledger.ts';
import {
  ada,
  clean,
  cleared,
  clearedEntry,
  closed,
  deletedOrganization,
  deletedWorkspace,
  type MadeEntry,
  trailOf,
  webhookTrail,
  withChanges,
} from './evidence.fixture.ts';
import type { Deletion, Evidence } from './evidence.ts';
import { verify } from './verify.ts';

const textsOf = (evidence: Evidence): string[] =>
  verify(evidence).flatMap(({ findings }) => findings.map(({ text }) => text));

const withDeletion = (deletion: Deletion, evidence: Evidence = clean): Evidence => ({
  ...evidence,
  deletions: [...evidence.deletions.filter(({ id }) => id !== deletion.id), deletion],
});

const withEntries = (made: readonly MadeEntry[], evidence: Evidence = clean): Evidence => ({
  ...evidence,
  trails: new Map([...clean.trails, ['epsilon', trailOf(made)]]),
});

const workspace = `deleteWorkspace of ${ada}: workspace epsilon/spring`;
const organization = `deleteOrganization of ${ada}: organization omega`;
const gaveUp = (change: Change): Change => ({ ...change, outcome: 'unknown', unknownBecause: 'gave up' });

describe('what was deleted', () => {
  it.each([
    [
      { rows: ['integration.credentials workspace_id 1'] },
      'has rows left: integration.credentials workspace_id 1',
    ],
    [{ acceptedKeys: ['Key: 200'] }, 'its key is not refused: Key: 200'],
    [{ again: false }, 'its slug could not be used again'],
    [{ shown: 'answered 503' }, 'is neither there nor gone: answered 503'],
  ])('leaves something: %o', (left, text) => {
    expect(textsOf(withDeletion({ ...deletedWorkspace, ...left }))).toContain(`${workspace} ${text}`);
    expect(textsOf(withDeletion({ ...deletedOrganization, ...left }))).toContain(`${organization} ${text}`);
  });

  it('is still there, though an answer or the trail says that it is deleted', () => {
    const there = { ...deletedWorkspace, shown: 'open' };
    expect(textsOf(withDeletion(there))).toContain(`${workspace} is still there`);
    expect(textsOf(withDeletion(there, withChanges(gaveUp(cleared))))).toContain(
      `${workspace} is still there`,
    );
  });

  it('is closed and never deleted', () => {
    expect(textsOf(withDeletion({ ...deletedOrganization, shown: 'closed' }))).toContain(
      `${organization} is neither there nor gone: closed`,
    );
  });

  it('is gone, though it was refused', () => {
    expect(textsOf(withChanges({ ...closed, outcome: 'refused' }))).toEqual([
      `${organization} is gone, but its deletion was refused`,
    ]);
  });

  it('is what reconciliation reports', () => {
    expect(textsOf({ ...clean, leftovers: ['webhook: {}'] })).toEqual(['left over: webhook: {}']);
  });

  it.each([0, 2])('was told to its admin in %i mails', (count) => {
    const [invitation, last] = clean.mails;
    if (invitation === undefined || last === undefined) throw new Error('no mails');
    const mails = [invitation, ...Array.from({ length: count }, () => last)];
    expect(textsOf({ ...clean, mails })).toEqual([
      `${organization} ${count} mails told its admin that it was deleted`,
    ]);
  });
});

describe('the entry of a deleted workspace', () => {
  it.each([
    [{ integrations: 3, apiKeys: 1 }, 'its entry counts 3 integrations, expected 1 to 2'],
    [{ integrations: 1, apiKeys: null }, 'its entry counts null apiKeys, expected 1 to 1'],
    [{ apiKeys: 1 }, 'its entry counts undefined integrations, expected 1 to 2'],
  ])('has wrong counts: %o', (metadata, text) => {
    expect(textsOf(withEntries([{ ...clearedEntry, metadata }]))).toEqual([`${workspace} ${text}`]);
  });

  it('may not know what integration had', () => {
    const metadata = { integrations: null, apiKeys: 1 };
    expect(textsOf(withEntries([{ ...clearedEntry, metadata }]))).toEqual([]);
  });

  it.each([0, 2])('is there %i times', (count) => {
    const made = Array.from({ length: count }, () => clearedEntry);
    expect(textsOf(withEntries(made))).toContain(
      `${workspace} workspace.deleted is ${count} times in the trail`,
    );
  });
});

describe('a deletion without an answer', () => {
  it('was done entirely', () => {
    expect(textsOf(withChanges(gaveUp(cleared)))).toEqual([]);
    expect(textsOf(withChanges(gaveUp(closed)))).toEqual([]);
  });

  it('was not done', () => {
    const evidence = withEntries([], withChanges(gaveUp(cleared)));
    const open = { ...deletedWorkspace, shown: 'open', again: undefined };
    expect(textsOf(withDeletion(open, evidence))).toEqual(['the run has no deleted workspaces']);
  });

  it('took the values of its organization with it, though no trail says so', () => {
    const made = { ...closed, number: 104, writes: [{ cell: 'name of organization omega', value: 'Omega' }] };
    const ended = { ...gaveUp(closed), writes: [{ cell: 'name of organization omega', value: null }] };
    const changes = [...clean.changes.filter(({ number }) => number !== closed.number), made, ended];
    expect(textsOf({ ...clean, changes })).toEqual([]);
    const deletions = clean.deletions.filter(({ kind }) => kind !== 'organization');
    expect(textsOf({ ...clean, changes, deletions })).toContain(
      'name of organization omega is gone: it was Omega',
    );
  });
});

it('deliveries of a webhook of one workspace are entries of its organization, and those of a deleted organization have no trail', () => {
  const [entry] = webhookTrail.listed;
  if (entry === undefined) throw new Error('no entry');
  const arriving = (address: string, signed = true): Evidence => ({
    ...clean,
    arrived: [...clean.arrived, { organization: address, entry, signed }],
  });
  expect(textsOf(arriving('delta/spring'))).toEqual([]);
  expect(textsOf(arriving('omega'))).toEqual([]);
  expect(textsOf(arriving('omega', false))).toEqual([
    'webhook.created, entry 1 of omega arrived with a wrong signature',
  ]);
  expect(textsOf(arriving('sigma'))).toEqual([
    'webhook.created, entry 1 of sigma arrived and is not in the trail',
  ]);
});
