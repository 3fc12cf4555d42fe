import { type DescMethod, getOption } from '@bufbuild/protobuf';
import { passes_on_to as passesOnToOption } from '@patchbay/contracts/patchbay/common/v1/passes_on_to';
import { internal } from '@patchbay/errors/failure';
import { isServiceName, type ServiceName } from '@patchbay/platform/services';

const known = new WeakMap<DescMethod, readonly ServiceName[]>();

function read(method: DescMethod): readonly ServiceName[] {
  const declared = getOption(method, passesOnToOption);
  const services = declared.filter(isServiceName);
  if (services.length === declared.length) return services;
  throw internal(`${method.parent.typeName}/${method.name} passes on to a service that does not exist`);
}

/** The services that a method calls on behalf of its caller, as its contract declares: each needs a token of the caller. */
export function passesOnTo(method: DescMethod): readonly ServiceName[] {
  let services = known.get(method);
  if (services === undefined) {
    services = read(method);
    known.set(method, services);
  }
  return services;
}
