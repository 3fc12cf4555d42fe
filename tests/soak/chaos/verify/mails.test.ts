import { describe, expect, it } from 'vitest';
import type { Attempt } from '../ledger/change.ts';
import { ada, changeOf, clean, invited, withChanges } from './evidence.fixture.ts';
import type { Evidence, Mail } from './evidence.ts';
import { checkMails } from './mails.ts';

const textsOf = (evidence: Evidence): string[] => checkMails(evidence).findings.map(({ text }) => text);

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

describe('mails', () => {
  it('are too few or too many', () => {
    const missing = checkMails({ ...clean, mails: [] });
    expect(missing.findings.map(({ text }) => text)).toEqual([
      `createInvitation of ${ada}: no invitation to bob@beta.example was mailed`,
    ]);
    expect(missing.awaitsMail).toBe(true);
    expect(textsOf({ ...clean, mails: [mail, mail] })).toEqual([
      'invitation to bob@beta.example: no request asked for the one queued at 1970-01-01T00:00:04.005Z',
    ]);
  });

  it('may be one more for each attempt without an answer, but not under an Idempotency-Key', () => {
    const { key, ...keyless } = { ...invited, attempts: [lost(3_900), ...invited.attempts] };
    const mails = [mail, { ...mail, at: 3_905 }];
    expect(textsOf({ ...withChanges(keyless), mails })).toEqual([]);
    expect(textsOf({ ...withChanges({ ...keyless, key: key ?? '' }), mails })).toHaveLength(1);
  });

  it('that were queued by another request do not make up for one that is lost', () => {
    const changes = [
      ...clean.changes,
      askFor(20, lost(19_900), answered(20_000)),
      askFor(60, answered(60_000)),
    ];
    const twice = [mail, linkAt(19_905), linkAt(20_005)];
    expect(textsOf({ ...clean, changes, mails: [...twice, linkAt(60_005)] })).toEqual([]);
    expect(textsOf({ ...clean, changes, mails: twice })).toEqual([
      `requestSignInLink of ${ada}: no sign-in link to bob@beta.example was mailed`,
    ]);
  });

  it('are queued while their request runs, or later where that had no answer', () => {
    const late = (at: number, ...attempts: Attempt[]) =>
      textsOf({ ...clean, changes: [...clean.changes, askFor(20, ...attempts)], mails: [mail, linkAt(at)] });
    expect(late(29_000, lost(20_000))).toEqual([]);
    expect(late(29_000, answered(20_000))).toHaveLength(2);
    expect(late(65_000, lost(20_000))).toHaveLength(1);
  });
});
