import {
  type DescMethod,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type DescService,
  getOption,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import type { HandlerContext } from '@connectrpc/connect';
import type { Attributes } from '@opentelemetry/api';
import { callable_by as callableByOption } from '@patchbay/contracts/patchbay/common/v1/callable_by';
import { passes_on_to as passesOnToOption } from '@patchbay/contracts/patchbay/common/v1/passes_on_to';
import { internal } from '@patchbay/errors/failure';
import { isServiceName, type ServiceName } from '@patchbay/platform/services';
import { attributes as names } from '@patchbay/telemetry/attributes';
import { spanTable } from '@patchbay/telemetry/span-table';

/**
 * The implementation of one method; throws `Failure`. A server-streaming one is an async generator function: `next` is
 * called when the reader wants the next message, `return` when the reader leaves.
 */
export type Method<M extends DescMethodUnary | DescMethodServerStreaming> = (
  request: MessageShape<M['input']>,
  context: HandlerContext,
) => M extends DescMethodServerStreaming
  ? AsyncIterable<MessageInitShape<M['output']>>
  : Promise<MessageInitShape<M['output']>>;

/** Every method of a service: routes `satisfies` it, so that a missing one does not compile. `router.service` takes a part. */
export type Methods<S extends DescService> = {
  [Name in keyof S['method']]: S['method'][Name] extends DescMethodUnary | DescMethodServerStreaming
    ? Method<S['method'][Name]>
    : never;
};

/** Computes a value once per method. */
function oncePerMethod<T>(compute: (method: DescMethod) => T): (method: DescMethod) => T {
  const known = new WeakMap<DescMethod, T>();
  return (method) => {
    let value = known.get(method);
    if (value === undefined) {
      value = compute(method);
      known.set(method, value);
    }
    return value;
  };
}

export interface MethodNames {
  /** `patchbay.identity.v1.IdentityService/Authenticate` */
  readonly name: string;
  /** `rpc patchbay.identity.v1.IdentityService/Authenticate` */
  readonly span: string;
  readonly attributes: Attributes;
}

/** The names of a method in tokens, logs, traces and metrics. */
export const namesOf: (method: DescMethod) => MethodNames = oncePerMethod((method) => {
  const name = `${method.parent.typeName}/${method.name}`;
  return {
    name,
    span: spanTable.call.name(name),
    attributes: {
      [names.rpcSystem]: 'connect_rpc',
      [names.rpcService]: method.parent.typeName,
      [names.rpcMethod]: method.name,
    },
  };
});

/** The services that may call a method. Throws if its contract declares none, or one that does not exist. */
export const callableBy: (method: DescMethod) => ReadonlySet<ServiceName> = oncePerMethod((method) => {
  const declared = getOption(method, callableByOption);
  const { name } = namesOf(method);
  if (declared.length === 0) throw internal(`${name} does not declare callable_by`);
  const unknown = declared.filter((service) => !isServiceName(service));
  if (unknown.length > 0) throw internal(`${name} is callable by ${unknown.join(', ')}, which is no service`);
  return new Set(declared.filter(isServiceName));
});

/** The services that a method calls on behalf of its caller: each needs a token of the caller. */
export const passesOnTo: (method: DescMethod) => readonly ServiceName[] = oncePerMethod((method) => {
  const declared = getOption(method, passesOnToOption);
  const services = declared.filter(isServiceName);
  if (services.length === declared.length) return services;
  throw internal(`${namesOf(method).name} passes on to a service that does not exist`);
});

/** Whether the contract declares NO_SIDE_EFFECTS: only such calls are repeated, or given up once they were sent. */
export const hasNoSideEffects = ({ idempotency }: DescMethod): boolean =>
  idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;

/**
 * Milliseconds for a call that names no deadline of its own. A write may wait for its turn behind others that change the same
 * thing; a read waits for nobody.
 */
export const defaultTimeoutOf = (method: DescMethod): number => (hasNoSideEffects(method) ? 5_000 : 15_000);
