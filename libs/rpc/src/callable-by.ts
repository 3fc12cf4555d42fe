import { type DescMethod, getOption } from '@bufbuild/protobuf';
import { callable_by as callableByOption } from '@patchbay/contracts/patchbay/common/v1/callable_by';
import { internal } from '@patchbay/errors/failure';
import { isServiceName, type ServiceName } from '@patchbay/platform/services';

const known = new WeakMap<DescMethod, ReadonlySet<ServiceName>>();

function read(method: DescMethod): ReadonlySet<ServiceName> {
  const declared = getOption(method, callableByOption);
  const name = `${method.parent.typeName}/${method.name}`;
  if (declared.length === 0) throw internal(`${name} does not declare callable_by`);
  const unknown = declared.filter((service) => !isServiceName(service));
  if (unknown.length > 0) throw internal(`${name} is callable by ${unknown.join(', ')}, which is no service`);
  return new Set(declared.filter(isServiceName));
}

/** The services that may call a method, as its contract declares. Throws if that names none, or one that does not exist. */
export function callableBy(method: DescMethod): ReadonlySet<ServiceName> {
  let services = known.get(method);
  if (services === undefined) {
    services = read(method);
    known.set(method, services);
  }
  return services;
}
