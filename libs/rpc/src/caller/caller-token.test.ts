import type { ServiceName } from '@patchbay/platform/services';
import { createKeysOfPairs, createPairKey, type PairKeys } from '@patchbay/tokens/pair-keys';
import { describe, expect, it } from 'vitest';
import { because, park, provision, refusalOf, signUp } from '../fixtures/caller-token.fixture.ts';
import { ada } from '../fixtures/callers.fixture.ts';
import { createTokenMinter, createTokenVerifier } from './caller-token.ts';

const keys = createKeysOfPairs();
let clock = 1_800_000_000_000;
const now = () => clock;
const minter = (service: ServiceName) => createTokenMinter({ service, keys: keys.calling(service), now });
const verifier = (service: ServiceName) => createTokenVerifier({ service, keys: keys.callers(service), now });
const organization = verifier('organization');

describe('a caller token', () => {
  it('carries everything the gateway knows of a request', () => {
    const context = { ...ada, userAgent: 'Žižkov "☃" \\ \ud800' };
    const token = minter('gateway').mint('organization', provision, context);
    expect(token).toMatch(/^gateway:[\w-]{16}\.\d{13}\.[\w-]+\.[\w-]{43}$/);
    expect(organization.verify(provision, token)).toEqual({ ...context, calledBy: 'gateway' });
  });

  it('without a context is the service itself', () => {
    const token = minter('identity').mint('organization', provision);
    expect(organization.verify(provision, token)).toEqual({
      caller: { type: 'system' },
      requestId: '',
      ipAddress: null,
      userAgent: null,
      calledBy: 'identity',
    });
  });

  it('is passed on by the service that it was made for', () => {
    const passedOn = minter('gateway').mintFor('identity', 'organization', ada);
    const own = minter('identity').mint('organization', provision, undefined, passedOn);
    expect(organization.verify(provision, own, passedOn)).toEqual({ ...ada, calledBy: 'identity' });
  });

  it('the MAC of a token depends on time, method, caller and called service', () => {
    const gateway = minter('gateway');
    const tokens = [
      gateway.mint('organization', provision),
      gateway.mint('organization', park),
      gateway.mint('organization', provision, ada),
      gateway.mint('identity', provision),
    ];
    clock += 1;
    tokens.push(gateway.mint('organization', provision));
    expect(new Set(tokens.map((token) => token.split('.').at(-1))).size).toBe(5);
  });

  it('is made only with a key of the two services', () => {
    expect(() => minter('audit').mint('identity', signUp)).toThrow('audit shares no key with identity');
  });
});

describe('the token of a call is refused', () => {
  const token = minter('gateway').mint('organization', provision, ada);

  it('for another method', () => {
    expect(refusalOf(() => organization.verify(park, token))).toEqual(because('wrong MAC'));
  });

  it('by another service, also by one that has the same key by mistake', () => {
    expect(refusalOf(() => verifier('identity').verify(provision, token))).toEqual(because('unknown key'));
    const mistaken = createTokenVerifier({ service: 'audit', keys: keys.callers('organization'), now });
    expect(refusalOf(() => mistaken.verify(provision, token))).toEqual(because('wrong MAC'));
  });

  it('as one that is passed on, by whomever', () => {
    for (const service of ['identity', 'audit'] as const) {
      const own = minter(service).mint('organization', provision, undefined, token);
      expect(refusalOf(() => organization.verify(provision, own, token))).toEqual(because('wrong MAC'));
    }
  });

  it('if a service other than the gateway names a caller in it', () => {
    const claimed = minter('identity').mint('organization', provision, ada);
    expect(refusalOf(() => organization.verify(provision, claimed))).toEqual(
      because('identity cannot speak for a caller'),
    );
  });

  it('without the token that was passed on with it, so that its sender does not become the caller', () => {
    const passedOn = minter('gateway').mintFor('identity', 'organization', ada);
    const own = minter('identity').mint('organization', provision, undefined, passedOn);
    expect(refusalOf(() => organization.verify(provision, own))).toEqual(because('wrong MAC'));
  });

  it('with another token that is passed on, or one that it was not made with', () => {
    const [first, second] = ['r1', 'r2'].map((requestId) =>
      minter('gateway').mintFor('identity', 'organization', { ...ada, requestId }),
    );
    const own = minter('identity').mint('organization', provision, undefined, first);
    const alone = minter('identity').mint('organization', provision);
    for (const stolen of [own, alone]) {
      expect(refusalOf(() => organization.verify(provision, stolen, second))).toEqual(because('wrong MAC'));
    }
  });
});

describe('the token of a call that comes with tokens to pass on', () => {
  const identity = verifier('identity');
  const eve = { ...ada, requestId: 'r2' };
  const passOnOf = (context: typeof ada) =>
    new Map([['organization' as const, minter('gateway').mintFor('identity', 'organization', context)]]);
  const [adas, eves] = [passOnOf(ada), passOnOf(eve)];
  const token = minter('gateway').mint('identity', signUp, eve, undefined, eves);

  it('is valid together with them', () => {
    expect(identity.verify(signUp, token, undefined, eves)).toEqual({ ...eve, calledBy: 'gateway' });
  });

  it('is refused with those of another call, with some missing, and for another service', () => {
    const [stolen = ''] = eves.values();
    for (const passOn of [
      adas,
      new Map(),
      new Map([...eves, ['audit', stolen]]),
      new Map([['audit', stolen]]),
    ])
      expect(refusalOf(() => identity.verify(signUp, token, undefined, passOn))).toEqual(
        because('wrong MAC'),
      );
  });

  it('is refused with one if it was made with none', () => {
    for (const alone of [
      minter('gateway').mint('identity', signUp, eve),
      minter('gateway').mint('identity', signUp),
    ])
      expect(refusalOf(() => identity.verify(signUp, alone, undefined, adas))).toEqual(because('wrong MAC'));
  });
});

describe('a token that is passed on is refused', () => {
  const passedOn = minter('gateway').mintFor('identity', 'organization', ada);

  it('as the token of a call', () => {
    for (const method of [provision, '', 'identity']) {
      expect(refusalOf(() => organization.verify(method, passedOn))).toEqual(because('wrong MAC'));
    }
  });

  it('from another service than the one that it was made for', () => {
    const own = minter('audit').mint('organization', provision, undefined, passedOn);
    expect(refusalOf(() => organization.verify(provision, own, passedOn))).toEqual(because('wrong MAC'));
  });

  it('by another service than the one that it was made for', () => {
    const other = minter('gateway').mintFor('identity', 'audit', ada);
    const own = minter('identity').mint('organization', provision, undefined, other);
    expect(refusalOf(() => organization.verify(provision, own, other))).toEqual(because('unknown key'));
  });

  it('beside a token that names a caller itself', () => {
    const withCaller = minter('gateway').mint('organization', provision, ada, passedOn);
    expect(refusalOf(() => organization.verify(provision, withCaller, passedOn))).toEqual(
      because('two callers at once'),
    );
  });

  it('if a service made it by itself', () => {
    const forged = minter('identity').mintFor('identity', 'organization', ada);
    const own = minter('identity').mint('organization', provision, undefined, forged);
    expect(refusalOf(() => organization.verify(provision, own, forged))).toEqual(
      because('identity cannot speak for a caller'),
    );
  });

  it('once it has expired, though the token beside it has not', () => {
    const old = minter('gateway').mintFor('identity', 'organization', ada);
    clock += 66_000;
    const own = minter('identity').mint('organization', provision, undefined, old);
    expect(refusalOf(() => organization.verify(provision, own, old))).toEqual(because('expired'));
  });
});

describe('a token is valid', () => {
  const verifiedAt = (age: number) => {
    const token = minter('gateway').mint('organization', provision, ada);
    const later = {
      service: 'organization',
      keys: keys.callers('organization'),
      now: () => clock + age,
    } as const;
    return createTokenVerifier(later).verify(provision, token);
  };

  it.each([0, 65_000, -5_000])('%d milliseconds after it was made', (age) => {
    expect(verifiedAt(age)).toMatchObject({ calledBy: 'gateway' });
  });

  it.each([
    [65_001, 'expired'],
    [-5_001, 'issued in the future: the clocks differ'],
  ])('and no more %d milliseconds after it was made', (age, reason) => {
    expect(refusalOf(() => verifiedAt(age))).toEqual(because(reason));
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1])('never with the time %d', (time) => {
    const broken = createTokenMinter({ service: 'gateway', keys: keys.calling('gateway'), now: () => time });
    const token = broken.mint('organization', provision, ada);
    expect(refusalOf(() => organization.verify(provision, token)).text).toMatch(/expired|future/);
  });
});

describe('a key that is replaced', () => {
  const [old, next] = [createPairKey(), createPairKey()];
  const mint = (...calling: (typeof old)[]) => {
    const pair: PairKeys = new Map([['organization', calling]]);
    return createTokenMinter({ service: 'gateway', keys: pair, now }).mint('organization', provision, ada);
  };
  const verifierOf = (...callers: (typeof old)[]) =>
    createTokenVerifier({ service: 'organization', keys: new Map([['gateway', callers]]), now });

  it('is accepted beside its successor for as long as both are named', () => {
    for (const both of [verifierOf(old, next), verifierOf(next, old)]) {
      for (const token of [mint(old), mint(next)])
        expect(both.verify(provision, token)).toMatchObject({ calledBy: 'gateway' });
    }
  });

  it('is refused once only its successor is named', () => {
    expect(refusalOf(() => verifierOf(next).verify(provision, mint(old)))).toEqual(because('unknown key'));
    expect(verifierOf(next).verify(provision, mint(next, old))).toMatchObject({ calledBy: 'gateway' });
  });
});
