import type { DescMethod } from '@bufbuild/protobuf';
import type { Attributes } from '@opentelemetry/api';
import { attributes as names } from '@patchbay/telemetry/attributes';
import { spanTable } from '@patchbay/telemetry/span-table';

export interface MethodNames {
  /** `patchbay.identity.v1.IdentityService/Authenticate` */
  readonly name: string;
  /** `rpc patchbay.identity.v1.IdentityService/Authenticate` */
  readonly span: string;
  readonly attributes: Attributes;
}

interface Known extends MethodNames {
  /** By failure code. */
  readonly outcomes: Map<string, Attributes>;
}

const known = new WeakMap<DescMethod, Known>();

function knownOf(method: DescMethod): Known {
  let result = known.get(method);
  if (result === undefined) {
    const name = `${method.parent.typeName}/${method.name}`;
    result = {
      name,
      span: spanTable.call.name(name),
      attributes: {
        [names.rpcSystem]: 'connect_rpc',
        [names.rpcService]: method.parent.typeName,
        [names.rpcMethod]: method.name,
      },
      outcomes: new Map(),
    };
    known.set(method, result);
  }
  return result;
}

/** Names of a method in traces and metrics; computed once per method. */
export const namesOf = (method: DescMethod): MethodNames => knownOf(method);

/** The attributes of a method and a failure code: one object for each pair, so that metrics can recognize it. */
export function outcomeAttributes(method: DescMethod, failureCode: string): Attributes {
  const { outcomes, attributes } = knownOf(method);
  let result = outcomes.get(failureCode);
  if (result === undefined) {
    result = { ...attributes, [names.failureCode]: failureCode };
    outcomes.set(failureCode, result);
  }
  return result;
}
