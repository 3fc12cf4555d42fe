import { clone, create, type DescMethod, type DescService, setExtension } from '@bufbuild/protobuf';
import { MethodOptionsSchema } from '@bufbuild/protobuf/wkt';
import { callable_by as callableByOption } from '@patchbay/contracts/patchbay/common/v1/callable_by';
import { passes_on_to as passesOnToOption } from '@patchbay/contracts/patchbay/common/v1/passes_on_to';

function withOption<S extends DescService>(
  service: S,
  option: typeof callableByOption,
  values: readonly string[],
): S {
  const copy = { ...service };
  const methods = service.methods.map((method): DescMethod => {
    const options = clone(MethodOptionsSchema, method.proto.options ?? create(MethodOptionsSchema));
    setExtension(options, option, [...values]);
    return { ...method, parent: copy, proto: { ...method.proto, options } };
  });
  const method = Object.fromEntries(methods.map((each) => [each.localName, each]));
  return Object.assign(copy, { methods, method });
}

/** The same contract with every method declared as callable by these services. */
export const withCallers = <S extends DescService>(service: S, callers: readonly string[]): S =>
  withOption(service, callableByOption, callers);

/** The same contract with every method declared as one that calls these services on behalf of its caller. */
export const withPassingOn = <S extends DescService>(service: S, called: readonly string[]): S =>
  withOption(service, passesOnToOption, called);
