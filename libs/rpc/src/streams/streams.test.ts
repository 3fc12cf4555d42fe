import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { conflict } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { callOf, type VerifiedCall } from '../caller/caller.ts';
import { callAs, createRpcTransport, onBehalfOf } from '../client/client.ts';
import { createInProcessTransport } from '../client/in-process.ts';
import { createServiceClient } from '../client/service-client.ts';
import { ada, minterOf, verifierOf } from '../fixtures/callers.fixture.ts';
import {
  clientOf,
  collect,
  endless,
  entry,
  foreignClientOf,
  foreignTransports,
  type Handler,
  ownTransportNames,
  ownTransports,
  startExport,
} from '../fixtures/export.fixture.ts';
import { failureOf } from '../fixtures/failure.fixture.ts';
import { withCallers, withPassingOn } from '../fixtures/method-options.fixture.ts';
import { organizationRoutes, type Seen } from '../fixtures/platform.fixture.ts';
import { closing, log, start, urlOf } from '../fixtures/servers.fixture.ts';

const three: Handler = async function* () {
  for (const id of ['1', '2', '3']) yield entry(id);
};

const failing = (thrown: unknown): Handler =>
  async function* () {
    yield entry('1');
    throw thrown;
  };

describe.each(ownTransportNames)('a stream %s', (way) => {
  it('messages of a stream arrive in order, and its handler knows the caller', async () => {
    const seen: VerifiedCall[] = [];
    const client = clientOf(
      await ownTransports[way](async function* (context) {
        seen.push(callOf(context));
        yield* three(context);
      }),
    );
    expect(await collect(client.exportAuditLogs({}, callAs(ada)))).toEqual({ ids: ['1', '2', '3'] });
    expect(seen).toEqual([{ ...ada, calledBy: 'gateway' }]);
  });

  it('the handler of a stream can pass its caller on', async () => {
    const seen: Seen[] = [];
    const organization = createInProcessTransport({
      from: 'audit',
      to: 'organization',
      routes: organizationRoutes(seen),
      verifier: verifierOf('organization'),
      minter: minterOf('audit'),
      logger: log.logger,
    });
    const { listUserOrganizations } = createClient(OrganizationService, organization);
    const Exports = withPassingOn(AuditService, ['organization']);
    const byCall = await ownTransports[way](async function* (context) {
      await listUserOrganizations({}, onBehalfOf(context));
      yield entry('1');
    }, Exports);
    const client = createServiceClient(Exports, 'audit', byCall);
    expect(await collect(client.exportAuditLogs({}, callAs(ada)))).toEqual({ ids: ['1'] });
    expect(seen.map(({ call }) => call)).toEqual([{ ...ada, calledBy: 'audit' }]);
  });

  it('a stream has no deadline by default', async () => {
    const timeouts: unknown[] = [];
    const client = clientOf(
      await ownTransports[way](async function* (context) {
        timeouts.push(context.timeoutMs());
        yield entry('1');
      }),
    );
    await collect(client.exportAuditLogs({}));
    expect(timeouts).toEqual([undefined]);
  });

  it('a failure that a handler throws between two messages reaches the reader', async () => {
    const transport = await ownTransports[way](failing(conflict('Not today.')));
    const client = createServiceClient(AuditService, 'audit', transport);
    expect(await collect(client.exportAuditLogs({}))).toMatchObject({
      ids: ['1'],
      failure: { name: 'Failure', code: 'conflict', publicText: 'Not today.' },
    });
  });

  it('a failure that a handler throws before the first message reaches the reader', async () => {
    const transport = await ownTransports[way](async function* () {
      await Promise.reject(conflict('Not today.'));
      yield entry('1');
    });
    const client = createServiceClient(AuditService, 'audit', transport);
    expect(await collect(client.exportAuditLogs({}))).toMatchObject({
      ids: [],
      failure: { code: 'conflict' },
    });
  });

  it('the text of a bug does not reach the reader of a stream, and is logged once', async () => {
    const client = clientOf(await ownTransports[way](failing(new TypeError('secret detail'))));
    log.lines.length = 0;
    const { ids, failure } = await collect(client.exportAuditLogs({}, callAs(ada)));
    expect(ids).toEqual(['1']);
    const error = ConnectError.from(failure);
    expect([error.code, error.rawMessage, error.details]).toEqual([Code.Internal, 'internal error', []]);
    expect(log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      {
        method: 'patchbay.audit.v1.AuditService/ExportAuditLogs',
        requestId: 'r1',
        err: { type: 'TypeError', message: 'secret detail' },
      },
    ]);
  });
});

describe('a stream that a service opens while it serves a call', () => {
  it('a stream that a service opens for a call has the same caller and ends with the call', async () => {
    const seen: VerifiedCall[] = [];
    const watched = endless((context) => {
      seen.push(callOf(context));
      return entry('1');
    });
    const Exports = withCallers(AuditService, ['identity']);
    const server = await start({
      service: 'audit',
      routes: (router) =>
        void router.service(Exports, { exportAuditLogs: (_request, context) => watched.handler(context) }),
    });
    const audit = createRpcTransport({
      from: 'identity',
      to: 'audit',
      baseUrl: urlOf(server),
      minter: minterOf('identity'),
    });
    closing.push(() => audit.close());
    const Identity = withPassingOn(IdentityService, ['audit']);
    const identity = createInProcessTransport({
      from: 'gateway',
      to: 'identity',
      routes: (router) =>
        void router.service(Identity, {
          async authenticate(_request, context) {
            await collect(
              createServiceClient(Exports, 'audit', audit).exportAuditLogs({}, onBehalfOf(context)),
            );
            return {};
          },
        }),
      verifier: verifierOf('identity'),
      minter: minterOf('gateway'),
      logger: log.logger,
    });
    const controller = new AbortController();
    const options = { ...callAs(ada), signal: controller.signal };
    const client = createClient(Identity, identity);
    const call = failureOf(client.authenticate({}, options));
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    controller.abort();
    expect((await call).code).toBe(Code.Canceled);
    await watched.abortReason;
    expect(seen[0]).toEqual({ ...ada, calledBy: 'identity' });
  });
});

it('a stream without a caller token is refused in every protocol', async () => {
  let served = 0;
  const server = await startExport(async function* (context) {
    served += 1;
    yield* three(context);
  });
  for (const [protocol, transport] of Object.entries(foreignTransports(server))) {
    const { ids, failure } = await collect(foreignClientOf(transport).exportAuditLogs({}));
    expect({ protocol, ids, code: ConnectError.from(failure).code }).toEqual({
      protocol,
      ids: [],
      code: Code.Unauthenticated,
    });
  }
  expect(served).toBe(0);
});
