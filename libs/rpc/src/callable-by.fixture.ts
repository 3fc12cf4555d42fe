import { clone, create, type DescMethod, type DescService, setExtension } from '@bufbuild/protobuf';
import { MethodOptionsSchema } from '@bufbuild/protobuf/wkt';
import { callable_by as callableByOption } from '@patchbay/contracts/patchbay/common/v1/callable_by';

/** The same contract with every method declared as callable by these services. */
export function withCallers<S extends DescService>(service: S, callers: readonly string[]): S {
  const copy = { ...service };
  const methods = service.methods.map((method): DescMethod => {
    const options = clone(MethodOptionsSchema, method.proto.options ?? create(MethodOptionsSchema));
    setExtension(options, callableByOption, [...callers]);
    return { ...method, parent: copy, proto: { ...method.proto, options } };
  });
  const method = Object.fromEntries(methods.map((each) => [each.localName, each]));
  return Object.assign(copy, { methods, method });
}
