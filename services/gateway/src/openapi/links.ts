import type { Link, Operation } from '../operation/operation.ts';
import type { Json } from './schemas.ts';

const parameterNames = ({ params }: Operation): string[] => Object.keys(params?.shape ?? {});

function linkOf(target: Operation, values: Link): Json {
  const parameters = parameterNames(target).map((name) => {
    const pointer = values[name];
    return [name, pointer === undefined ? `$request.path.${name}` : `$response.body#${pointer}`];
  });
  return {
    operationId: target.id,
    description: target.summary,
    parameters: Object.fromEntries(parameters) as Json,
  };
}

/** The links of an operation's answer, by the ids of the operations that they lead to. */
export function linksOf({ id, answer }: Operation, operations: readonly Operation[]): Json {
  const links = Object.entries(answer.links ?? {}).map(([targetId, values]) => {
    const target = operations.find((operation) => operation.id === targetId);
    if (target === undefined) throw new Error(`${id} links to ${targetId}, which does not exist`);
    return [targetId, linkOf(target, values)];
  });
  return Object.fromEntries(links) as Json;
}
