import { once } from 'node:events';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import * as grpc from '@grpc/grpc-js';
import {
  HealthCheckRequestSchema,
  HealthCheckResponseSchema,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import {
  AuthenticateRequestSchema,
  AuthenticateResponseSchema,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { describe, expect, it } from 'vitest';
import { ada, headersFor } from '../fixtures/callers.fixture.ts';
import { closing, platform } from '../fixtures/servers.fixture.ts';
import type { RpcServer } from './server.ts';

const connectTo = (server: RpcServer) => {
  const client = new grpc.Client(`127.0.0.1:${server.grpcPort()}`, grpc.credentials.createInsecure());
  closing.push(async () => client.close());
  return client;
};

const authenticate = (client: grpc.Client, metadata: grpc.Metadata) =>
  new Promise<string | undefined>((resolve, reject) => {
    client.makeUnaryRequest(
      '/patchbay.identity.v1.IdentityService/Authenticate',
      () =>
        Buffer.from(
          toBinary(AuthenticateRequestSchema, create(AuthenticateRequestSchema, { sessionTokens: ['abc'] })),
        ),
      (bytes) => fromBinary(AuthenticateResponseSchema, bytes),
      {},
      metadata,
      (error, answer) => (error ? reject(error) : resolve(answer?.authentications[0]?.user?.id)),
    );
  });

const request = (service: string) => () =>
  Buffer.from(toBinary(HealthCheckRequestSchema, create(HealthCheckRequestSchema, { service })));
const response = (bytes: Buffer) => fromBinary(HealthCheckResponseSchema, bytes).status;
const check = (client: grpc.Client, service = '') =>
  new Promise<Status | undefined>((resolve, reject) => {
    client.makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      request(service),
      response,
      {},
      (error, status) => (error ? reject(error) : resolve(status)),
    );
  });

describe('a client of grpc-js', () => {
  it('a gRPC client with a caller token is served, and one without is refused', async () => {
    const { identity } = await platform();
    const client = connectTo(identity);
    const metadata = new grpc.Metadata();
    await expect(authenticate(client, metadata)).rejects.toMatchObject({ code: grpc.status.UNAUTHENTICATED });
    const { authorization } = headersFor('gateway', 'identity', IdentityService.method.authenticate, ada);
    metadata.set('authorization', authorization);
    expect(await authenticate(client, metadata)).toBe('abc');
  });

  it('a gRPC client checks the health of the server and of its services without a token', async () => {
    let reasons: Record<string, string> = {};
    const { identity } = await platform({ ready: async () => reasons });
    const client = connectTo(identity);
    expect(await check(client)).toBe(Status.SERVING);
    expect(await check(client, IdentityService.typeName)).toBe(Status.SERVING);
    await expect(check(client, 'patchbay.other')).rejects.toMatchObject({ code: grpc.status.NOT_FOUND });
    reasons = { database: 'refused' };
    expect(await check(client)).toBe(Status.NOT_SERVING);
  });

  it('a gRPC client watches the health until the server drains', async () => {
    const { identity } = await platform();
    const watch = connectTo(identity).makeServerStreamRequest(
      '/grpc.health.v1.Health/Watch',
      request(''),
      response,
      {},
    );
    const statuses: Status[] = [];
    watch.on('data', (status: Status) => statuses.push(status));
    const ended = once(watch, 'end');
    await once(watch, 'data');
    await identity.drain?.(AbortSignal.timeout(20_000));
    await ended;
    expect(statuses).toEqual([Status.SERVING, Status.NOT_SERVING]);
  });
});
