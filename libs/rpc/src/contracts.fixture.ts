import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DescService } from '@bufbuild/protobuf';
import type { ServiceImpl } from '@connectrpc/connect';
import { isServiceName, type RpcServiceName, rpcServices } from '@patchbay/platform/services';
import type { Routes } from './lean/routes.ts';

const generated = fileURLToPath(new URL('../../contracts/gen/', import.meta.url));

const isService = (value: unknown): value is DescService =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'service';

/** `patchbay.organization.v1.ApiKeyService` belongs to organization. */
const ownerOf = ({ typeName }: DescService): string => typeName.split('.')[1] ?? '';

const modules = await Promise.all(
  globSync('patchbay/**/*_pb.ts', { cwd: generated }).map(
    (file) => import(pathToFileURL(`${generated}${file}`).href) as Promise<Record<string, unknown>>,
  ),
);

/** Every Connect-RPC service of proto/patchbay, so that no test has to be told of a new one. */
export const contracts: readonly DescService[] = modules.flatMap((module) =>
  Object.values(module).filter(isService),
);

export const contractsOf = (service: RpcServiceName): readonly DescService[] =>
  contracts.filter((contract) => ownerOf(contract) === service);

export const strayContracts = contracts.filter((contract) => {
  const owner = ownerOf(contract);
  return !isServiceName(owner) || !rpcServices.some((service) => service === owner);
});

/** Answers every method of a service with an empty message, or a stream without messages. */
export const emptyRoutes =
  (service: RpcServiceName): Routes =>
  (router) => {
    for (const contract of contractsOf(service)) {
      const methods = contract.methods.map(({ localName, methodKind }) => [
        localName,
        methodKind === 'unary' ? () => ({}) : async function* () {},
      ]);
      router.service(contract, Object.fromEntries(methods) as ServiceImpl<DescService>);
    }
  };
