import type { ApiKeyCaller } from '@patchbay/access/caller';
import type { ServiceName } from '@patchbay/platform/services';
import { createKeysOfPairs, createPairKey, type PairKeys } from '@patchbay/tokens/pair-keys';
import { describe, expect, it } from 'vitest';
import { because, park, provision, refusalOf, signUp } from '../fixtures/caller-token.fixture.ts';
import { ada } from '../fixtures/callers.fixture.ts';
import { createTokenMinter, createTokenVerifier } from './caller-token.ts';

const keys = createKeysOfPairs();
let moment = 1_800_000_000_000;
const clock = { now: () => new Date(moment) };
const minter = (service: ServiceName) => createTokenMinter({ service, keys: keys.calling(service), clock });
const verifier = (service: ServiceName) =>
  createTokenVerifier({ service, keys: keys.callers(service), clock });
const organization = verifier('organization');

describe('a caller token', () => {
  it('a token carries the context of the request', () => {
    const context = { ...ada, userAgent: 'Žižkov "☃" \\ \ud800' };
    const token = minter('gateway').mint('organization', provision, context);
    expect(token).toMatch(/^gateway:[\w-]{16}\.\d{13}\.[\w-]+\.[\w-]{43}$/);
    expect(organization.verify(provision, token)).toEqual({ ...context, calledBy: 'gateway' });
  });

  it('a token carries the line of a key, and without one the key is its own line', () => {
    const caller: ApiKeyCaller = {
      type: 'api_key',
      keyId: 'k2',
      lineId: 'k1',
      prefix: 'pby_0123456789A',
      level: 'organization',
      role: 'member',
      organizationId: 'o1',
      workspaceId: null,
      creator: { userId: 'u1', email: 'ada@example.com', name: 'Ada' },
    };
    const received = (sent: ApiKeyCaller) => {
      const token = minter('gateway').mint('organization', provision, { ...ada, caller: sent });
      return organization.verify(provision, token).caller;
    };
    expect(received(caller)).toEqual(caller);
    // As a gateway from before there were lines sends it.
    const { lineId: _line, ...before } = caller;
    expect(received(before as ApiKeyCaller)).toEqual({ ...caller, lineId: 'k2' });
  });

  it('a token without a context names the service itself', () => {
    const token = minter('identity').mint('organization', provision);
    expect(organization.verify(provision, token)).toEqual({
      caller: { type: 'system' },
      requestId: '',
      ipAddress: null,
      userAgent: null,
      calledBy: 'identity',
    });
  });

  it('a service can pass on the token that was made for it', () => {
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
    moment += 1;
    tokens.push(gateway.mint('organization', provision));
    expect(new Set(tokens.map((token) => token.split('.').at(-1))).size).toBe(5);
  });

  it('a token for a service without a shared key is not made', () => {
    expect(() => minter('audit').mint('identity', signUp)).toThrow('audit shares no key with identity');
  });
});

describe('the token of a call is refused', () => {
  const token = minter('gateway').mint('organization', provision, ada);

  it('the token of a call is refused for another method', () => {
    expect(refusalOf(() => organization.verify(park, token))).toEqual(because('wrong MAC'));
  });

  it('the token of a call is refused by another service, even one with the same key', () => {
    expect(refusalOf(() => verifier('identity').verify(provision, token))).toEqual(because('unknown key'));
    const mistaken = createTokenVerifier({ service: 'audit', keys: keys.callers('organization'), clock });
    expect(refusalOf(() => mistaken.verify(provision, token))).toEqual(because('wrong MAC'));
  });

  it('the token of a call is refused as a token that is passed on', () => {
    for (const service of ['identity', 'audit'] as const) {
      const own = minter(service).mint('organization', provision, undefined, token);
      expect(refusalOf(() => organization.verify(provision, own, token))).toEqual(because('wrong MAC'));
    }
  });

  it('a token with a caller is refused if it is not of the gateway', () => {
    const claimed = minter('identity').mint('organization', provision, ada);
    expect(refusalOf(() => organization.verify(provision, claimed))).toEqual(
      because('identity cannot speak for a caller'),
    );
  });

  it('a token is refused without the token that it was passed on with, so that its sender does not become the caller', () => {
    const passedOn = minter('gateway').mintFor('identity', 'organization', ada);
    const own = minter('identity').mint('organization', provision, undefined, passedOn);
    expect(refusalOf(() => organization.verify(provision, own))).toEqual(because('wrong MAC'));
  });

  it('a token is refused with a token to pass on that it was not made with', () => {
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

  it('a token is valid together with the tokens to pass on that it was made with', () => {
    expect(identity.verify(signUp, token, undefined, eves)).toEqual({ ...eve, calledBy: 'gateway' });
  });

  it('a token is refused with tokens to pass on of another call, without some of them, and for another service', () => {
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

  it('a token that was made without tokens to pass on is refused with one', () => {
    for (const alone of [
      minter('gateway').mint('identity', signUp, eve),
      minter('gateway').mint('identity', signUp),
    ])
      expect(refusalOf(() => identity.verify(signUp, alone, undefined, adas))).toEqual(because('wrong MAC'));
  });
});

describe('a token that is passed on is refused', () => {
  const passedOn = minter('gateway').mintFor('identity', 'organization', ada);

  it('a token that is passed on is refused as the token of a call', () => {
    for (const method of [provision, '', 'identity']) {
      expect(refusalOf(() => organization.verify(method, passedOn))).toEqual(because('wrong MAC'));
    }
  });

  it('a token that is passed on is refused from a service that it was not made for', () => {
    const own = minter('audit').mint('organization', provision, undefined, passedOn);
    expect(refusalOf(() => organization.verify(provision, own, passedOn))).toEqual(because('wrong MAC'));
  });

  it('a token that is passed on is refused by a service that it was not made for', () => {
    const other = minter('gateway').mintFor('identity', 'audit', ada);
    const own = minter('identity').mint('organization', provision, undefined, other);
    expect(refusalOf(() => organization.verify(provision, own, other))).toEqual(because('unknown key'));
  });

  it('a token that is passed on is refused beside a token that names a caller', () => {
    const withCaller = minter('gateway').mint('organization', provision, ada, passedOn);
    expect(refusalOf(() => organization.verify(provision, withCaller, passedOn))).toEqual(
      because('two callers at once'),
    );
  });

  it('a token that is passed on is refused if a service other than the gateway made it', () => {
    const forged = minter('identity').mintFor('identity', 'organization', ada);
    const own = minter('identity').mint('organization', provision, undefined, forged);
    expect(refusalOf(() => organization.verify(provision, own, forged))).toEqual(
      because('identity cannot speak for a caller'),
    );
  });

  it('a token that is passed on is refused once it has expired, even if the token beside it has not', () => {
    const old = minter('gateway').mintFor('identity', 'organization', ada);
    moment += 66_000;
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
      clock: { now: () => new Date(moment + age) },
    } as const;
    return createTokenVerifier(later).verify(provision, token);
  };

  it.each([0, 65_000, -5_000])('a token is valid %d milliseconds after it was made', (age) => {
    expect(verifiedAt(age)).toMatchObject({ calledBy: 'gateway' });
  });

  it.each([
    [65_001, 'expired'],
    [-5_001, 'issued in the future: the clocks differ'],
  ])('a token is refused %d milliseconds after it was made', (age, reason) => {
    expect(refusalOf(() => verifiedAt(age))).toEqual(because(reason));
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1])(
    'a token with the time %d is refused',
    (time) => {
      const broken = createTokenMinter({
        service: 'gateway',
        keys: keys.calling('gateway'),
        // Not every one of these is the time of a Date.
        clock: { now: () => ({ getTime: () => time }) as Date },
      });
      const token = broken.mint('organization', provision, ada);
      expect(refusalOf(() => organization.verify(provision, token)).text).toMatch(/expired|future/);
    },
  );
});

describe('a key that is replaced', () => {
  const [old, next] = [createPairKey(), createPairKey()];
  const mint = (...calling: (typeof old)[]) => {
    const pair: PairKeys = new Map([['organization', calling]]);
    return createTokenMinter({ service: 'gateway', keys: pair, clock }).mint('organization', provision, ada);
  };
  const verifierOf = (...callers: (typeof old)[]) =>
    createTokenVerifier({ service: 'organization', keys: new Map([['gateway', callers]]), clock });

  it('a replaced key is accepted as long as the verifier has it beside its successor', () => {
    for (const both of [verifierOf(old, next), verifierOf(next, old)]) {
      for (const token of [mint(old), mint(next)])
        expect(both.verify(provision, token)).toMatchObject({ calledBy: 'gateway' });
    }
  });

  it('a replaced key is refused once the verifier has only its successor', () => {
    expect(refusalOf(() => verifierOf(next).verify(provision, mint(old)))).toEqual(because('unknown key'));
    expect(verifierOf(next).verify(provision, mint(next, old))).toMatchObject({ calledBy: 'gateway' });
  });
});
