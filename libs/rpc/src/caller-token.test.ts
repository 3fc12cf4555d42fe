import type { KeyObject } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { createServiceKeys, publicKeysOf } from '@patchbay/tokens/service-keys';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { CallerContext } from './caller.ts';
import { createTokenMinter, createTokenVerifier } from './caller-token.ts';
import { keyIdOf } from './key-id.ts';

const keys = {
  gateway: createServiceKeys(),
  identity: createServiceKeys(),
  organization: createServiceKeys(),
};
const publicKeys = publicKeysOf(['gateway', 'identity'], keys);

const context: CallerContext = {
  caller: { type: 'user', userId: 'u1', sessionId: 's1', email: 'ada@example.com', name: 'Ada' },
  access: { organization: { id: 'o1', slug: 'acme', name: 'Acme', role: 'admin' } },
  requestId: 'r1',
  ipAddress: '192.0.2.1',
  userAgent: null,
};

let clock = Date.now();
const now = () => clock;
const minter = (service: 'gateway' | 'identity' | 'organization') =>
  createTokenMinter({ service, privateKey: keys[service].privateKey, now });
const verifier = (service: ServiceName) => createTokenVerifier({ service, publicKeys, now });

const seconds = () => Math.floor(clock / 1000);
const sign = (
  claims: Record<string, unknown>,
  {
    key = keys.gateway.privateKey,
    kid = keyIdOf('gateway', keys.gateway.publicKey),
  }: { key?: KeyObject; kid?: string } = {},
) =>
  new SignJWT({
    iss: 'gateway',
    aud: 'organization',
    iat: seconds(),
    exp: seconds() + 60,
    context,
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .sign(key);

interface Refusal {
  readonly code: Code;
  readonly text: string;
  readonly details: readonly unknown[];
}

const refusalOf = (call: Promise<unknown>): Promise<Refusal> =>
  call.then(
    () => expect.unreachable('the token should have been refused'),
    (thrown: unknown) => {
      if (!(thrown instanceof ConnectError)) throw thrown;
      return { code: thrown.code, text: thrown.rawMessage, details: thrown.findDetails(FailureSchema) };
    },
  );

const because = (reason: string): Refusal => ({
  code: Code.Unauthenticated,
  text: `caller token refused: ${reason}`,
  details: [],
});

describe('a caller token', () => {
  it('carries everything the gateway knows of a request', async () => {
    const token = await minter('gateway').mint('organization', context);
    expect(await verifier('organization').verify(token)).toEqual({ ...context, calledBy: 'gateway' });
  });

  it('without a context is the service itself', async () => {
    const token = await minter('identity').mint('organization');
    expect(await verifier('organization').verify(token)).toEqual({
      caller: { type: 'system' },
      requestId: '',
      ipAddress: null,
      userAgent: null,
      calledBy: 'identity',
    });
  });

  it('is passed on by the service that it was minted for', async () => {
    const called = await minter('gateway').mint('identity', context);
    const own = await minter('identity').mint('organization');
    const verified = await verifier('organization').verify(own, called);
    expect(verified).toEqual({ ...context, calledBy: 'identity' });
  });
});

describe('a verifier refuses', () => {
  const organization = verifier('organization');

  it('a forged signature', async () => {
    const [header, payload] = (await minter('gateway').mint('organization', context)).split('.');
    const [, , foreign] = (await sign({}, { key: keys.identity.privateKey })).split('.');
    expect(await refusalOf(organization.verify(`${header}.${payload}.${foreign}`))).toEqual(
      because('ERR_JWS_SIGNATURE_VERIFICATION_FAILED'),
    );
  });

  it('changed claims under a true signature', async () => {
    const [header, , signature] = (await minter('gateway').mint('organization', context)).split('.');
    const [, payload] = (await sign({ context: { ...context, requestId: 'r2' } })).split('.');
    expect(await refusalOf(organization.verify(`${header}.${payload}.${signature}`))).toEqual(
      because('ERR_JWS_SIGNATURE_VERIFICATION_FAILED'),
    );
  });

  it.each([
    ['an expired one', { iat: seconds() - 70, exp: seconds() - 10 }, 'ERR_JWT_EXPIRED'],
    ['one without an expiry', { exp: undefined }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['one that lives longer than ours do', { iat: seconds() - 70, exp: seconds() + 900 }, 'ERR_JWT_EXPIRED'],
    ['one for another audience', { aud: 'audit' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['one whose issuer is not the signer', { iss: 'identity' }, 'issuer and key differ'],
  ])('%s', async (_what, claims, reason) => {
    expect(await refusalOf(organization.verify(await sign(claims)))).toEqual(because(reason));
  });

  it('one of a service it does not know, whatever it calls itself', async () => {
    const unknown = await minter('organization').mint('organization');
    expect(await refusalOf(organization.verify(unknown))).toEqual(because('unknown key'));
    for (const kid of ['stranger', 'gateway', 'gateway:', keyIdOf('gateway', keys.organization.publicKey)]) {
      expect(await refusalOf(organization.verify(await sign({}, { kid })))).toEqual(because('unknown key'));
    }
  });

  it('one without a signature', async () => {
    const claims = { iss: 'gateway', aud: 'organization', iat: seconds(), exp: seconds() + 60 };
    expect(await refusalOf(organization.verify(new UnsecuredJWT(claims).encode()))).toEqual(
      because('ERR_JOSE_ALG_NOT_ALLOWED'),
    );
  });

  it('one signed with the public key as a shared secret', async () => {
    const secret = keys.gateway.publicKey.export({ type: 'spki', format: 'der' });
    const token = await new SignJWT({
      iss: 'gateway',
      aud: 'organization',
      iat: seconds(),
      exp: seconds() + 60,
    })
      .setProtectedHeader({ alg: 'HS256', kid: keyIdOf('gateway', keys.gateway.publicKey) })
      .sign(secret);
    expect(await refusalOf(organization.verify(token))).toEqual(because('ERR_JOSE_ALG_NOT_ALLOWED'));
  });

  it('a service that claims to know who is calling', async () => {
    const claimed = await minter('identity').mint('organization', context);
    expect(await refusalOf(organization.verify(claimed))).toEqual(
      because('identity cannot speak for a caller'),
    );
  });

  it("a caller's token that was minted for another service than the one passing it on", async () => {
    const own = await minter('identity').mint('organization');
    const forAudit = await minter('gateway').mint('audit', context);
    expect(await refusalOf(organization.verify(own, forAudit))).toEqual(
      because('ERR_JWT_CLAIM_VALIDATION_FAILED'),
    );
    const forUs = await minter('gateway').mint('organization', context);
    await organization.verify(forUs);
    expect(await refusalOf(organization.verify(own, forUs))).toEqual(
      because('ERR_JWT_CLAIM_VALIDATION_FAILED'),
    );
  });

  it('a call on behalf of nobody, and one of two callers', async () => {
    const own = await minter('identity').mint('organization');
    const system = await minter('gateway').mint('identity');
    expect(await refusalOf(organization.verify(own, system))).toEqual(because('on behalf of nobody'));
    const withCaller = await minter('gateway').mint('organization', context);
    expect(await refusalOf(organization.verify(withCaller, withCaller))).toEqual(
      because('two callers at once'),
    );
  });

  it.each(['', 'x', 'a.b.c', '..'])('what is no token: "%s"', async (text) => {
    await expect(organization.verify(text)).rejects.toMatchObject({ code: Code.Unauthenticated });
  });

  it('a token it has accepted before, once it has expired', async () => {
    const organizationThen = verifier('organization');
    const token = await minter('identity').mint('organization');
    await organizationThen.verify(token);
    clock += 66_000;
    expect(await refusalOf(organizationThen.verify(token))).toEqual(because('ERR_JWT_EXPIRED'));
  });
});

describe('a minter', () => {
  it('hands out its own token again while it is fresh, one per audience', async () => {
    const identity = minter('identity');
    const first = await identity.mint('organization');
    clock += 29_000;
    expect(await identity.mint('organization')).toBe(first);
    expect(await identity.mint('audit')).not.toBe(first);
    clock += 2_000;
    expect(await identity.mint('organization')).not.toBe(first);
  });

  it('signs once for all calls of one request', async () => {
    const gateway = minter('gateway');
    const first = await gateway.mint('organization', context);
    expect(await gateway.mint('organization', context)).toBe(first);
    expect(await gateway.mint('organization', { ...context, requestId: 'r2' })).not.toBe(first);
  });
});

describe('a key that is replaced', () => {
  const [old, next] = [createServiceKeys(), createServiceKeys()];
  const mint = ({ privateKey }: { privateKey: KeyObject }) =>
    createTokenMinter({ service: 'gateway', privateKey, now }).mint('organization', context);
  const verifierOf = (...named: KeyObject[]) =>
    createTokenVerifier({
      service: 'organization',
      publicKeys: new Map([['gateway', named]]),
      now,
    });

  it('is accepted beside its successor for as long as both are named', async () => {
    for (const order of [
      [old.publicKey, next.publicKey],
      [next.publicKey, old.publicKey],
    ]) {
      const organization = verifierOf(...order);
      expect(await organization.verify(await mint(old))).toMatchObject({ calledBy: 'gateway' });
      expect(await organization.verify(await mint(next))).toMatchObject({ calledBy: 'gateway' });
    }
  });

  it('is refused once only its successor is named', async () => {
    const organization = verifierOf(next.publicKey);
    expect(await refusalOf(organization.verify(await mint(old)))).toEqual(because('unknown key'));
    expect(await organization.verify(await mint(next))).toMatchObject({ calledBy: 'gateway' });
  });

  it('does not sign in the name of its successor', async () => {
    const forged = await sign({}, { key: old.privateKey, kid: keyIdOf('gateway', next.publicKey) });
    expect(await refusalOf(verifierOf(old.publicKey, next.publicKey).verify(forged))).toEqual(
      because('ERR_JWS_SIGNATURE_VERIFICATION_FAILED'),
    );
  });
});
