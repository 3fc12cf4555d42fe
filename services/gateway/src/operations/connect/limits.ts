/** Of the operations whose path has the token of a connect link. */
export const connectLimits = [
  { name: 'connectPerAddress', per: 'address' },
  { name: 'connectPerToken', per: { parameter: 'token' } },
] as const;
