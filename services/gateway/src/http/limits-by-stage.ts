import type { ReturnableLimitName } from '@patchbay/limits/rate-limits';
import { limitsOf } from '../operation/limits.ts';
import type { Operation } from '../operation/operation.ts';

type OperationLimit = NonNullable<Operation['limits']>[number];
type Named<Per> = Pick<OperationLimit, 'name'> & { readonly per: Per };
export type ParameterLimit = Named<{ readonly parameter: string }>;
export type InputLimit = Extract<OperationLimit, { readonly name: ReturnableLimitName }>;

/** The limits of an operation, by the stage that counts them. */
export interface LimitsByStage {
  readonly address: readonly OperationLimit[];
  readonly parameters: readonly ParameterLimit[];
  /** Per API key, and per value of the input. */
  readonly input: readonly InputLimit[];
}

const isPerParameter = (limit: OperationLimit): limit is OperationLimit & ParameterLimit =>
  typeof limit.per === 'object' && 'parameter' in limit.per;

const isPerInput = (limit: OperationLimit): limit is InputLimit =>
  limit.per !== 'address' && !isPerParameter(limit);

/** Sorts the limits of each operation once, not at each of its requests. */
export function createLimitsByStage(): (operation: Operation) => LimitsByStage {
  const known = new Map<Operation, LimitsByStage>();
  return (operation) => {
    let stages = known.get(operation);
    if (stages === undefined) {
      const all = limitsOf(operation);
      stages = {
        address: all.filter(({ per }) => per === 'address'),
        parameters: all.filter(isPerParameter),
        input: all.filter(isPerInput),
      };
      known.set(operation, stages);
    }
    return stages;
  };
}
