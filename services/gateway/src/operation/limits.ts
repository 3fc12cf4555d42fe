import type { Operation } from './operation.ts';

const publicPerAddress = { name: 'publicPerAddress', per: 'address' } as const;

/**
 * The limits of an operation: `publicPerAddress` where it is public, then those that it declares. `infra` is excepted: probes
 * and load balancers ask from few addresses, and its answers take no database.
 */
export const limitsOf = ({
  credentials,
  group,
  limits = [],
}: Pick<Operation, 'credentials' | 'group' | 'limits'>): NonNullable<Operation['limits']> =>
  credentials === 'none' && group !== 'infra' ? [publicPerAddress, ...limits] : limits;
