import { create, type DescService } from '@bufbuild/protobuf';
import { createRouterTransport, type HandlerContext } from '@connectrpc/connect';
import { Health, HealthCheckResponse_ServingStatus } from '@patchbay/contracts/grpc/health/v1/health';
import { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { AuthenticateApiKeyRequestSchema } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { byName } from '@patchbay/platform/by-name';
import { callOf, type VerifiedCall } from '@patchbay/rpc/caller';
import type { BodyTransport } from '@patchbay/rpc/client';
import { type IdempotencyKey, idempotencyKeyOf, setKeyOutcome } from '@patchbay/rpc/idempotency-key';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { setReadKey } from '@patchbay/rpc/unread-key';
import type { Logger } from '@patchbay/telemetry/logger';
import { createTestCallers } from '@patchbay/testing/callers';
import { type Backend, backends, clientNames, contracts } from '../clients.ts';
import { defaultMethods, type Implementations, relayDefault } from './default-methods.ts';
import { keyWithDigest } from './keys.ts';

/** A call that arrived at a stand-in; `call` is the content of its caller token, `key` the Idempotency-Key that it carried. */
export interface ReceivedCall {
  readonly method: string;
  readonly request: unknown;
  readonly call: VerifiedCall;
  readonly key: IdempotencyKey | undefined;
}

export interface Backends {
  readonly transports: Record<Backend, BodyTransport>;
  /** In the order they arrived; health probes aside. */
  readonly calls: readonly ReceivedCall[];
}

const health = createRouterTransport(({ service }) =>
  service(Health, { check: () => ({ status: HealthCheckResponse_ServingStatus.SERVING }) }),
);

/** Answers probes, which servers answer beside their routes and without a caller token. */
const withHealth = (transport: BodyTransport): BodyTransport => ({
  ...transport,
  unary: (method, ...call) =>
    (method.parent.typeName === Health.typeName ? health : transport).unary(method, ...call),
});

/** Stand-ins of the services behind real in-process transports: same contracts, caller tokens and errors, fixed answers. */
export function createBackends(
  implementations: Implementations,
  logger: Logger,
  defaultTimeoutMs: number,
): Backends {
  const callers = createTestCallers();
  const minter = callers.minter('gateway');
  const calls: ReceivedCall[] = [];

  const { authenticateApiKey } = implementations.apiKeys ?? {};
  /** As organization does: reads the key of a call that carries it unread, and answers who it is. */
  const readKey = async (context: HandlerContext): Promise<void> => {
    const { caller } = callOf(context);
    if (caller.type !== 'unread_key' || authenticateApiKey === undefined) return;
    const request = create(AuthenticateApiKeyRequestSchema, { key: keyWithDigest(caller.digest) });
    setReadKey(context, await authenticateApiKey(request, context));
  };

  /** The same methods; each adds its calls to `calls`, and answers that it has kept the Idempotency-Key, if there is one. */
  const recordingCalls = <Methods extends object>(methods: Methods): Methods =>
    Object.fromEntries(
      Object.entries(methods).map(([method, work]) => [
        method,
        (request: unknown, context: HandlerContext) => {
          const key = idempotencyKeyOf(context);
          if (key !== undefined) setKeyOutcome(context, 'kept');
          calls.push({ method, request, call: callOf(context), key });
          const answer = () => (work as (...call: unknown[]) => unknown)(request, context);
          return callOf(context).caller.type === 'unread_key' ? readKey(context).then(answer) : answer();
        },
      ]),
    ) as Methods;

  const transportTo = (to: Backend): BodyTransport =>
    createInProcessTransport({
      from: 'gateway',
      to,
      minter,
      verifier: callers.verifier(to),
      logger,
      defaultTimeoutMs,
      routes: (router) => {
        if (to === 'relay')
          router.bodies(RelayService.method.relay, (request, body, context) => {
            calls.push({ method: 'relay', request, call: callOf(context), key: undefined });
            return (implementations.relay ?? relayDefault)(request, body, context);
          });
        for (const name of clientNames) {
          if (name === 'relay' || contracts[name].owner !== to) continue;
          const service: DescService = contracts[name].service;
          router.service(service, recordingCalls({ ...defaultMethods[name], ...implementations[name] }));
        }
      },
    });

  return { calls, transports: byName(backends, (to) => withHealth(transportTo(to))) };
}
