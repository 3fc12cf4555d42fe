import type { DescMethod } from '@bufbuild/protobuf';
import type { Attributes } from '@opentelemetry/api';
import { attributes as names } from '@patchbay/telemetry/attributes';

export interface MethodNames {
  /** `patchbay.identity.v1.IdentityService/Authenticate` */
  readonly name: string;
  /** `rpc patchbay.identity.v1.IdentityService/Authenticate` */
  readonly span: string;
  readonly attributes: Attributes;
}

const known = new WeakMap<DescMethod, MethodNames>();

/** Names of a method in traces and metrics; computed once per method. */
export function namesOf(method: DescMethod): MethodNames {
  let result = known.get(method);
  if (result === undefined) {
    const name = `${method.parent.typeName}/${method.name}`;
    result = {
      name,
      span: `rpc ${name}`,
      attributes: {
        [names.rpcSystem]: 'connect_rpc',
        [names.rpcService]: method.parent.typeName,
        [names.rpcMethod]: method.name,
      },
    };
    known.set(method, result);
  }
  return result;
}
