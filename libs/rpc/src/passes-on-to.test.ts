import { createClient } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { calledBy, rpcServices, type ServiceName } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { ada, minterOf } from './callers.fixture.ts';
import { callAs, createRpcTransport } from './client.ts';
import { contractsOf } from './contracts.fixture.ts';
import { withPassingOn } from './method-options.fixture.ts';
import { passesOnTo } from './passes-on-to.ts';
import { closing, start, urlOf } from './servers.fixture.ts';

describe('the contracts', () => {
  it('declare which methods call others on behalf of their caller', () => {
    const declared = rpcServices.flatMap((service) =>
      contractsOf(service).flatMap(({ methods }) =>
        methods
          .filter((method) => passesOnTo(method).length > 0)
          .map((method) => [service, method.name, passesOnTo(method)]),
      ),
    );
    expect(declared).toEqual([
      ['identity', 'SignUp', ['organization']],
      ['identity', 'VerifySignInLink', ['organization']],
      ['identity', 'CompleteProviderSignIn', ['organization']],
      ['identity', 'PollDeviceAuthorization', ['organization']],
    ]);
  });

  it.each(rpcServices)('of %s pass on to services that it calls', (service) => {
    const called: readonly ServiceName[] = calledBy(service);
    const others = contractsOf(service).flatMap(({ methods }) =>
      methods.flatMap((method) => passesOnTo(method).filter((to) => !called.includes(to))),
    );
    expect(others).toEqual([]);
  });

  it('cannot name what is no service', () => {
    const { method } = withPassingOn(IdentityService, ['organization', 'portal']);
    expect(() => passesOnTo(method.signUp)).toThrow(
      'patchbay.identity.v1.IdentityService/SignUp passes on to a service that does not exist',
    );
  });
});

it('a call carries a token of its caller to pass on where its method declares that, and nowhere else', async () => {
  const received: string[][] = [];
  const note = (header: Headers) =>
    received.push([...header.keys()].filter((name) => name.startsWith('x-patchbay')));
  const server = await start({
    service: 'identity',
    routes: (router) =>
      void router.service(IdentityService, {
        signUp(_request, { requestHeader }) {
          note(requestHeader);
          return {};
        },
        authenticate(_request, { requestHeader }) {
          note(requestHeader);
          return {};
        },
      }),
  });
  const via = createRpcTransport({
    from: 'gateway',
    to: 'identity',
    baseUrl: urlOf(server),
    minter: minterOf('gateway'),
  });
  closing.push(() => via.close());
  const client = createClient(IdentityService, via);
  await client.signUp({}, callAs(ada));
  await client.authenticate({}, callAs(ada));
  await client.signUp({});
  expect(received).toEqual([['x-patchbay-pass-on-to-organization'], [], []]);
});
