import {
  type ConnectRouter,
  createMethodImplSpec,
  createServiceImplSpec,
  type Interceptor,
  type MethodImplSpec,
} from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
import { enforceDeadline } from '../interceptors/enforce-deadline.ts';
import { createLeanMethod, type LeanMethod, type LeanMethodOptions } from './method.ts';

/** Methods that the lean handler serves, by path. */
export type LeanMethods = ReadonlyMap<string, LeanMethod>;

export type Routes = (router: ConnectRouter) => void;

/**
 * Registers routes with Connect's router and keeps their unary methods for the lean handler. Routes with options of
 * their own are left to Connect; their interceptors come after ours and cannot replace them.
 */
export function registerRoutes(
  router: ConnectRouter,
  routes: Routes,
  options: LeanMethodOptions,
): LeanMethods {
  const methods = new Map<string, LeanMethod>();
  const add = (spec: MethodImplSpec): void => {
    if (spec.kind === 'unary') {
      methods.set(createMethodUrl('/', spec.method), createLeanMethod(spec, options));
    }
  };
  const behindOurs = <T extends { interceptors?: Interceptor[] }>(given: T): T => ({
    ...given,
    interceptors: [...options.interceptors, ...(given.interceptors ?? []), enforceDeadline],
  });
  const recording: ConnectRouter = {
    handlers: router.handlers,
    service(service, implementation, given) {
      router.service(service, implementation, given && behindOurs(given));
      if (given === undefined) {
        Object.values(createServiceImplSpec(service, implementation).methods).forEach(add);
      }
      return recording;
    },
    rpc(method, implementation, given) {
      router.rpc(method, implementation, given && behindOurs(given));
      if (given === undefined) add(createMethodImplSpec(method, implementation));
      return recording;
    },
  };
  routes(recording);
  return methods;
}
