import type { DescMethodUnary } from '@bufbuild/protobuf';
import {
  type ConnectRouter,
  createMethodImplSpec,
  createServiceImplSpec,
  type MethodImplSpec,
} from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
import { internal } from '@patchbay/errors/failure';
import type { BodyMethod } from '../bodies/body-method.ts';
import { callableBy } from '../method.ts';
import { type BodyHandler, type BodyHandlerOptions, createBodyHandler } from './body-handler.ts';
import { createUnaryHandler, type UnaryHandler, type UnaryHandlerOptions } from './unary-handler.ts';

/** Methods by path, of those that Connect's own handlers do not serve. */
export interface Handlers {
  readonly unary: ReadonlyMap<string, UnaryHandler>;
  readonly bodies: ReadonlyMap<string, BodyHandler>;
}

/** Connect's router, which knows no methods with bodies beside their messages. */
export interface Router extends ConnectRouter {
  bodies<M extends DescMethodUnary>(method: M, implementation: BodyMethod<M>): this;
}

export type Routes = (router: Router) => void;

const rejectOptions = (given: unknown): void => {
  if (given !== undefined) throw internal('routes take no options of their own');
};

/**
 * Registers routes with Connect's router, and returns handlers of their unary methods and of those with bodies. Throws if a route has
 * options of its own: interceptors in them would replace ours, the token check included. Throws if a method does not declare which
 * services may call it.
 */
export function registerRoutes(
  router: ConnectRouter,
  routes: Routes,
  options: UnaryHandlerOptions & BodyHandlerOptions,
): Handlers {
  const unary = new Map<string, UnaryHandler>();
  const bodies = new Map<string, BodyHandler>();
  const add = (spec: MethodImplSpec): void => {
    callableBy(spec.method);
    if (spec.kind === 'unary')
      unary.set(createMethodUrl('/', spec.method), createUnaryHandler(spec, options));
  };
  const recording: Router = {
    handlers: router.handlers,
    service(service, implementation, given) {
      rejectOptions(given);
      router.service(service, implementation);
      Object.values(createServiceImplSpec(service, implementation).methods).forEach(add);
      return recording;
    },
    rpc(method, implementation, given) {
      rejectOptions(given);
      router.rpc(method, implementation);
      add(createMethodImplSpec(method, implementation));
      return recording;
    },
    bodies(method, implementation) {
      callableBy(method);
      bodies.set(createMethodUrl('/', method), createBodyHandler(method, implementation, options));
      return recording;
    },
  };
  routes(recording);
  return { unary, bodies };
}
