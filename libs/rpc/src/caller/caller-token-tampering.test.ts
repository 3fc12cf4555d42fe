import { Code } from '@connectrpc/connect';
import { createKeysOfPairs, createPairKey } from '@patchbay/tokens/pair-keys';
import { describe, expect, it } from 'vitest';
import { because, provision, refusalOf } from '../fixtures/caller-token.fixture.ts';
import { ada } from '../fixtures/callers.fixture.ts';
import { createTokenMinter, createTokenVerifier } from './caller-token.ts';

const keys = createKeysOfPairs();
const moment = 1_800_000_000_000;
const clock = { now: () => new Date(moment) };
const gateway = createTokenMinter({ service: 'gateway', keys: keys.calling('gateway'), clock });
const identity = createTokenMinter({ service: 'identity', keys: keys.calling('identity'), clock });
const organization = createTokenVerifier({
  service: 'organization',
  keys: keys.callers('organization'),
  clock,
});

const token = gateway.mint('organization', provision, ada);
const own = identity.mint('organization', provision);
const passedOn = gateway.mintFor('identity', 'organization', ada);
const sender = identity.mint('organization', provision, undefined, passedOn);

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Separators, characters of base64 that base64url lacks, and some that a lenient decoder would skip or cut off. */
const others = 'Aa0+/=.:, \n\u0000\u0141'.split('');

/** At the end of a part all of them, because the last one has bits that decoding ignores; elsewhere the next one. */
function charactersInsteadOf(text: string, at: number): readonly string[] {
  if (at + 1 >= text.length || text[at + 1] === '.') return [...base64url.split(''), ...others];
  return [base64url[(base64url.indexOf(text[at] ?? '') + 1) % 64] ?? '', ...others];
}

/** Every text that differs from `text` in one character: another one, one less, one more. */
function* neighboursOf(text: string): Generator<string> {
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)];
    if (at < text.length) yield before + after;
    for (const character of charactersInsteadOf(text, at)) {
      if (character !== text[at]) yield `${before}${character}${after}`;
      yield `${before}${character}${text.slice(at)}`;
    }
  }
}

const codeOf = (verification: () => unknown) => refusalOf(verification).code;

describe('a changed token', () => {
  it.each([
    ['the token of a caller', token],
    ["a service's own token", own],
  ])('%s with any character changed, removed or added is refused', (_which, text) => {
    expect(organization.verify(provision, text)).toBeDefined();
    const accepted = [...neighboursOf(text)].filter(
      (changed) =>
        changed !== text && codeOf(() => organization.verify(provision, changed)) !== Code.Unauthenticated,
    );
    expect(accepted).toEqual([]);
  });

  it('a changed token that is passed on, or a changed token beside it, is refused', () => {
    expect(organization.verify(provision, sender, passedOn)).toBeDefined();
    for (const changed of neighboursOf(passedOn)) {
      if (changed === passedOn) continue;
      expect(codeOf(() => organization.verify(provision, sender, changed))).toBe(Code.Unauthenticated);
    }
    for (const changed of neighboursOf(sender)) {
      if (changed === sender) continue;
      expect(codeOf(() => organization.verify(provision, changed, passedOn))).toBe(Code.Unauthenticated);
    }
  });
});

describe('a token made of parts of others', () => {
  it('a token with the id of another key is refused', () => {
    const [, ...rest] = token.split('.');
    const other = createTokenMinter({
      service: 'gateway',
      keys: new Map([['organization', [createPairKey()]]]),
      clock,
    });
    const [foreign] = other.mint('organization', provision).split('.');
    for (const id of [foreign, 'gateway', 'gateway:', '', '__proto__', 'constructor'])
      expect(refusalOf(() => organization.verify(provision, [id, ...rest].join('.')))).toEqual(
        because('unknown key'),
      );
  });
});

describe('a text that is no token', () => {
  it.each(['', 'x', 'a.b.c', `${token}.`, token.split('.').slice(0, 3).join('.')])(
    'the text "%s" is refused as a token',
    (text) => {
      expect(codeOf(() => organization.verify(provision, text))).toBe(Code.Unauthenticated);
      expect(codeOf(() => organization.verify(provision, sender, text))).toBe(Code.Unauthenticated);
    },
  );

  it.each([
    ['dots', '.'.repeat(10_000_000)],
    ['a context', token.replace(/\.([^.]+)\.([^.]+)$/, `.${'A'.repeat(10_000_000)}.$2`)],
    ['a MAC', `${token}${'A'.repeat(10_000_000)}`],
  ])('a token with ten million characters of %s is refused', (_what, text) => {
    expect(codeOf(() => organization.verify(provision, text))).toBe(Code.Unauthenticated);
  });
});
