import {
  type ConnectRouter,
  createMethodImplSpec,
  createServiceImplSpec,
  type MethodImplSpec,
} from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
import { internal } from '@patchbay/errors/failure';
import { callableBy } from '../method.ts';
import { createUnaryHandler, type UnaryHandler, type UnaryHandlerOptions } from './unary-handler.ts';

/** Unary methods by path. */
export type UnaryHandlers = ReadonlyMap<string, UnaryHandler>;

export type Routes = (router: ConnectRouter) => void;

const rejectOptions = (given: unknown): void => {
  if (given !== undefined) throw internal('routes take no options of their own');
};

/**
 * Registers routes with Connect's router, and returns handlers of their unary methods. Throws if a route has options of its own:
 * interceptors in them would replace ours, the token check included. Throws if a method does not declare which services may call
 * it.
 */
export function registerRoutes(
  router: ConnectRouter,
  routes: Routes,
  options: UnaryHandlerOptions,
): UnaryHandlers {
  const handlers = new Map<string, UnaryHandler>();
  const add = (spec: MethodImplSpec): void => {
    callableBy(spec.method);
    if (spec.kind === 'unary')
      handlers.set(createMethodUrl('/', spec.method), createUnaryHandler(spec, options));
  };
  const recording: ConnectRouter = {
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
  };
  routes(recording);
  return handlers;
}
