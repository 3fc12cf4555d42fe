import { Code, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { calledBy, rpcServices, type ServiceName } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import { callAs, createRpcTransport } from './client/client.ts';
import { createClientCall } from './client/client-call.ts';
import { ada, minterOf } from './fixtures/callers.fixture.ts';
import { contractsOf } from './fixtures/contracts.fixture.ts';
import { failureOf } from './fixtures/failure.fixture.ts';
import { withPassingOn } from './fixtures/method-options.fixture.ts';
import { closing, platform, start, urlOf } from './fixtures/servers.fixture.ts';
import { passesOnTo } from './method.ts';

describe('the contracts', () => {
  it('only these methods call other services on behalf of their caller', () => {
    const declared = rpcServices.flatMap((service) =>
      contractsOf(service).flatMap(({ methods }) =>
        methods
          .filter((method) => passesOnTo(method).length > 0)
          .map((method) => [service, method.name, passesOnTo(method)]),
      ),
    );
    expect(declared).toEqual([
      ['identity', 'SignUp', ['organization']],
      ['identity', 'PreviewSignInLink', ['organization']],
      ['identity', 'VerifySignInLink', ['organization']],
      ['identity', 'CompleteProviderSignIn', ['organization']],
      ['identity', 'PollDeviceAuthorization', ['organization']],
      ['identity', 'DeleteUser', ['organization']],
      ['identity', 'DeletePasskey', ['organization']],
      ['identity', 'VerifyPasskeySignIn', ['organization']],
    ]);
  });

  it.each(rpcServices)('the methods of %s pass callers on only to services that it calls', (service) => {
    const called: readonly ServiceName[] = calledBy(service);
    const others = contractsOf(service).flatMap(({ methods }) =>
      methods.flatMap((method) => passesOnTo(method).filter((to) => !called.includes(to))),
    );
    expect(others).toEqual([]);
  });

  it('a contract that passes on to an unknown service is refused', () => {
    const { method } = withPassingOn(IdentityService, ['organization', 'billing']);
    expect(() => passesOnTo(method.signUp)).toThrow(
      'patchbay.identity.v1.IdentityService/SignUp passes on to a service that does not exist',
    );
  });
});

it('a call carries a token to pass on only if its method declares that', async () => {
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

describe('headers of two calls of the gateway that were mixed', () => {
  const gateway = createClientCall({ from: 'gateway', to: 'identity', minter: minterOf('gateway') });
  const passOnHeader = 'x-patchbay-pass-on-to-organization';
  /** The headers of a call of `signUp`. */
  async function headersAs(context: typeof ada): Promise<Headers> {
    const headers = new Headers();
    const { contextValues: values } = callAs(context);
    const setHeader = (name: string, value: string): void => headers.set(name, value);
    await gateway({ method: IdentityService.method.signUp, values, setHeader }, async () => {});
    return headers;
  }
  const setUp = async () => {
    const { identity, seen } = await platform();
    const via = createConnectTransport({ baseUrl: urlOf(identity), httpVersion: '1.1' });
    return { client: createClient(IdentityService, via), seen: seen.organization };
  };

  it('a call with the token to pass on of another call is refused, so that nobody is passed on as another caller', async () => {
    const { client, seen } = await setUp();
    const [adas, eves] = [await headersAs(ada), await headersAs({ ...ada, requestId: 'r2' })];
    await client.signUp({}, { headers: eves });
    expect(seen).toMatchObject([{ call: { requestId: 'r2' } }]);
    const mixed = new Headers(eves);
    mixed.set(passOnHeader, adas.get(passOnHeader) ?? '');
    const without = new Headers(eves);
    without.delete(passOnHeader);
    for (const headers of [mixed, without])
      expect((await failureOf(client.signUp({}, { headers }))).code).toBe(Code.Unauthenticated);
    expect(seen).toHaveLength(1);
  });
});
