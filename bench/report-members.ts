import { table } from '@patchbay/testing/table';
import type { Measured } from './rounds.ts';

const microseconds = (ms: number): string => (ms * 1_000).toFixed(ms < 1 ? 1 : 0);

/** Time per request, per member, and per member beyond the smallest list, which excludes the fixed cost of a request. */
export function reportMembers(measured: readonly (Measured & { readonly members: number })[]): void {
  const [smallest] = measured;
  if (smallest === undefined) return;
  const rows = measured.map((one) => {
    const further = one.members - smallest.members;
    const figures = (of: (from: Measured) => number): string[] => [
      microseconds(of(one)),
      microseconds(of(one) / one.members),
      further === 0 ? '' : microseconds((of(one) - of(smallest)) / further),
    ];
    return [
      one.members.toLocaleString('en'),
      ...figures(({ sum }) => sum),
      ...figures(({ p50 }) => p50),
      ...Object.keys(one.kind.servers).map((name) => microseconds(one.each[name] ?? Number.NaN)),
    ];
  });
  const servers = Object.keys(smallest.kind.servers).map((name) => `(${name})`);
  const three = (what: string): string[] => [what, 'per member', 'further member'];
  process.stdout.write(
    '\nGET /v1/organizations/{orgSlug}/members by the number of members, one request at a time, in microseconds;\n' +
      'further member: what each beyond the smallest list adds; p50 is the time until the answer is there\n\n' +
      `${table(['members', ...three('CPU'), ...three('p50'), ...servers], rows)}\n`,
  );
}
