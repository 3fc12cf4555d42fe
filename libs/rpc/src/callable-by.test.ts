import type { DescMethod, DescMethodServerStreaming, DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { Health } from '@patchbay/contracts/grpc/health/v1/health';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { byName } from '@patchbay/platform/by-name';
import {
  factsOf,
  type RpcServiceName,
  rpcServices,
  type ServiceName,
  serviceNames,
} from '@patchbay/platform/services';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRpcTransport } from './client/client.ts';
import { createInProcessTransport } from './client/in-process.ts';
import { headersFor, minterOf, verifierOf } from './fixtures/callers.fixture.ts';
import { contracts, contractsOf, emptyRoutes, strayContracts } from './fixtures/contracts.fixture.ts';
import { failureOf } from './fixtures/failure.fixture.ts';
import { withCallers } from './fixtures/method-options.fixture.ts';
import { closing, grpcUrlOf, log, start, urlOf } from './fixtures/servers.fixture.ts';
import { callableBy } from './method.ts';
import { createRpcServer, type RpcServer } from './server/server.ts';

const nameOf = ({ parent, name }: DescMethod): string => `${parent.typeName}/${name}`;
const methods = contracts.flatMap((contract) => contract.methods);

describe('the contracts', () => {
  it('every method of a contract declares its callers: the gateway, except for these methods', () => {
    const others = methods
      .map((method) => [nameOf(method), [...callableBy(method)]] as const)
      .filter(([, services]) => services.join() !== 'gateway');
    expect(methods.length).toBeGreaterThan(50);
    expect(strayContracts).toEqual([]);
    expect(Object.fromEntries(others)).toEqual({
      'patchbay.audit.v1.AuditService/ReadEntries': ['webhook'],
      'patchbay.organization.v1.OrganizationService/ParkSignUp': ['identity'],
      'patchbay.organization.v1.OrganizationService/AdmitAddress': ['identity'],
      'patchbay.organization.v1.OrganizationService/ProvisionUser': ['identity'],
      'patchbay.organization.v1.OrganizationService/ListUserOrganizations': ['audit'],
      'patchbay.organization.v1.OrganizationService/RemovePerson': ['identity'],
      'patchbay.organization.v1.OrganizationService/ListMissing': ['integration', 'webhook'],
      'patchbay.organization.v1.OrganizationService/ListPasskeyAdmins': ['identity'],
      'patchbay.integration.v1.CredentialService/RenewCredentials': ['relay'],
      'patchbay.integration.v1.CredentialService/ReportUnauthorized': ['relay'],
    });
  });

  it.each(rpcServices)(
    'the contracts of %s declare the callers that the table of services names',
    (service) => {
      const declared = new Set(
        contractsOf(service).flatMap((contract) =>
          contract.methods.flatMap((method) => [...callableBy(method)]),
        ),
      );
      expect([...declared].toSorted()).toEqual(
        serviceNames.filter((name) => factsOf(name).calls.some((called) => called === service)).toSorted(),
      );
    },
  );
});

/** Undefined if the call was answered. */
async function refusalOf(via: Transport, method: DescMethod, headers?: Record<string, string>) {
  try {
    if (method.methodKind === 'unary')
      await via.unary(method as DescMethodUnary, undefined, undefined, headers, {});
    else {
      const request = (async function* () {
        yield {};
      })();
      const answer = await via.stream(
        method as DescMethodServerStreaming,
        undefined,
        undefined,
        headers,
        request,
      );
      for await (const _ of answer.message);
    }
    return undefined;
  } catch (thrown) {
    return Code[ConnectError.from(thrown).code];
  }
}

interface Way {
  readonly via: Transport;
  readonly headers?: (method: DescMethod) => Record<string, string>;
}

const ways: Readonly<Record<string, (from: ServiceName, to: ServiceName, server: RpcServer) => Way>> = {
  'our own transport'(from, to, server) {
    // Its time stands still: no call is late.
    const clock = createManualClock();
    const via = createRpcTransport({ from, to, baseUrl: urlOf(server), minter: minterOf(from), clock });
    closing.push(() => via.close());
    return { via };
  },
  'JSON over HTTP/1.1'(from, to, server) {
    const via = createConnectTransport({
      baseUrl: urlOf(server),
      httpVersion: '1.1',
      useBinaryFormat: false,
    });
    return { via, headers: (method) => headersFor(from, to, method) };
  },
  gRPC(from, to, server) {
    const via = createGrpcTransport({ baseUrl: grpcUrlOf(server) });
    return { via, headers: (method) => headersFor(from, to, method) };
  },
};

/** Each method of a service, by each service. */
const callsOf = (to: RpcServiceName) =>
  serviceNames.flatMap((from) =>
    contractsOf(to).flatMap(({ methods: own }) => own.map((method) => ({ from, method }))),
  );
const isCallable = ({ from, method }: { from: ServiceName; method: DescMethod }): boolean =>
  callableBy(method).has(from);

it.each(rpcServices)('a method of %s is served only to the services that its contract names', async (to) => {
  const viaFrom = byName(serviceNames, (from) =>
    createInProcessTransport({
      from,
      to,
      routes: emptyRoutes(to),
      verifier: verifierOf(to),
      minter: minterOf(from),
      logger: log.logger,
    }),
  );
  for (const call of callsOf(to))
    expect([call.from, nameOf(call.method), await refusalOf(viaFrom[call.from], call.method)]).toEqual([
      call.from,
      nameOf(call.method),
      isCallable(call) ? undefined : 'PermissionDenied',
    ]);
});

describe.each(Object.entries(ways))('calls over %s', (_name, wayOf) => {
  it.each(rpcServices)('%s serves a caller that the method names, and refuses another one', async (to) => {
    const server = await start({ service: to, routes: emptyRoutes(to) });
    const refusal = ({ from, method }: { from: ServiceName; method: DescMethod }) => {
      const { via, headers } = wayOf(from, to, server);
      return refusalOf(via, method, headers?.(method));
    };
    const calls = callsOf(to);
    const [named, other] = [calls.find(isCallable), calls.find((call) => !isCallable(call))];
    expect(named && (await refusal(named))).toBeUndefined();
    expect(other && (await refusal(other))).toBe('PermissionDenied');
  });
});

describe('a call of a service that the method is not for', () => {
  beforeEach(() => {
    log.lines.length = 0;
  });

  it('a call of a service that the method does not name is refused as a fault of that service and logged', async () => {
    const server = await start({ service: 'organization', routes: emptyRoutes('organization') });
    const via = createRpcTransport({
      from: 'audit',
      to: 'organization',
      baseUrl: urlOf(server),
      minter: minterOf('audit'),
    });
    closing.push(() => via.close());
    const error = await failureOf(createClient(OrganizationService, via).listMembers({}));
    expect(error.code).toBe(Code.PermissionDenied);
    expect(error.findDetails(FailureSchema)).toEqual([]);
    expect(fromConnectError(error, 'organization').code).toBe('internal');
    expect(log.lines).toMatchObject([
      {
        level: 'error',
        method: 'patchbay.organization.v1.OrganizationService/ListMembers',
        calledBy: 'audit',
        msg: 'call refused: the method is not for this service',
      },
    ]);
  });
});

describe('a server with a wrong contract', () => {
  const serverOf = (contract: DescService) =>
    createRpcServer({
      service: 'identity',
      routes: (router) => void router.service(contract, {}),
      verifier: verifierOf('identity'),
      logger: log.logger,
      port: 0,
    });

  it('a server with a method that declares no callers does not start', () => {
    expect(() => serverOf(Health)).toThrow('grpc.health.v1.Health/Check does not declare callable_by');
  });

  it('a server with a method for an unknown service does not start', () => {
    expect(() => serverOf(withCallers(OrganizationService, ['gateway', 'billing']))).toThrow(
      /Service\/ParkSignUp is callable by billing, which is no service/,
    );
  });
});
