import { catalogue } from '../generated/catalogue.ts';
import type { Operation } from './operation.ts';

/** The fields of an operation of the OpenAPI document that the command line uses. */
export function operationOf(id: string): Operation {
  const found = catalogue.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The OpenAPI document has no operation ${id}.`);
  return found;
}
