/** Advisories that do not concern our use of a package, by their address, with the reason. Empty it again with the next update. */
const accepted: Readonly<Record<string, string>> = {};

/** The part of a report of `npm audit --json` that is read. `via` names a package where the advisory is one of that package. */
export interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}
interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

/** A line for each advisory of severity high and critical that is not accepted. */
export const advisoriesIn = ({ vulnerabilities = {} }: AuditReport): readonly string[] =>
  Object.values(vulnerabilities)
    .flatMap(({ via }) => via.filter((each) => typeof each !== 'string'))
    .filter(({ severity, url }) => ['high', 'critical'].includes(severity) && !(url in accepted))
    .map(({ severity, name, range, title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`);
