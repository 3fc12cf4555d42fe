import { type HeadFinding, type HeadVerdict, headVerdicts } from '../domain/head-check.ts';

const number = (value: number): string => value.toLocaleString('en');
const headsOf = (value: number): string => (value === 1 ? '1 head' : `${number(value)} heads`);

/** Maximum of organizations and lines that are named; the others are counted. */
const maxNamed = 1_000;

const meaningOf: Readonly<Record<HeadVerdict | 'untrusted', string>> = {
  kept: 'as published',
  removed: 'removed by retention',
  altered: 'altered',
  cut: 'cut',
  missing: 'missing',
  untrusted: 'untrusted',
};

const isWell = (verdict: HeadVerdict): boolean => verdict === 'kept' || verdict === 'removed';

/** The beginning of a line as JSON: untrusted text must not control the terminal. */
const shortened = (line: string): string =>
  JSON.stringify(line.length > 120 ? `${line.slice(0, 120)}…` : line);

interface Named extends HeadFinding {
  /** The number of wrong heads of this organization. */
  count: number;
}

export interface HeadReport {
  checked(organizationId: string, finding: HeadFinding): void;
  /** A line that no trusted key has signed. */
  untrusted(reason: string, line: string): void;
  /** Lines so far. */
  readonly heads: number;
  /** The report, and whether there were heads and the trail has every entry that they state. */
  result(): { readonly lines: readonly string[]; readonly well: boolean };
}

/** Counts findings, and names the first one of each organization. */
export function createHeadReport(): HeadReport {
  const counts = new Map<string, number>();
  const add = (kind: string): number => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count;
  };
  const organizations = new Map<string, Named>();
  const untrusted: string[] = [];
  let heads = 0;
  let unnamed = 0;

  return {
    checked(organizationId, finding) {
      heads += 1;
      add(finding.verdict);
      if (isWell(finding.verdict)) return;
      const named = organizations.get(organizationId);
      if (named !== undefined) named.count += 1;
      else if (organizations.size < maxNamed) organizations.set(organizationId, { ...finding, count: 1 });
      else unnamed += 1;
    },
    untrusted(reason, line) {
      heads += 1;
      if (add('untrusted') <= maxNamed) untrusted.push(`untrusted: ${reason}: ${shortened(line)}`);
    },
    get heads() {
      return heads;
    },
    result() {
      if (heads === 0) return { lines: ['there are no heads: nothing was checked'], well: false };
      const more = (counts.get('untrusted') ?? 0) - untrusted.length;
      const kinds = [...headVerdicts, 'untrusted' as const].flatMap((kind) => {
        const count = counts.get(kind) ?? 0;
        return count === 0 ? [] : [`${number(count)} ${meaningOf[kind]}`];
      });
      return {
        lines: [
          ...untrusted,
          ...(more === 0 ? [] : [`${headsOf(more)} more that are untrusted`]),
          ...[...organizations].map(
            ([id, { verdict, detail, count }]) =>
              `organization ${id}: ${verdict}: ${detail}${count === 1 ? '' : ` (${number(count)} heads of it do not fit)`}`,
          ),
          ...(unnamed === 0 ? [] : [`${headsOf(unnamed)} more of other organizations that do not fit`]),
          `${headsOf(heads)}: ${kinds.join(', ')}`,
        ],
        well: untrusted.length === 0 && organizations.size === 0,
      };
    },
  };
}
