/** A name of an organization or a workspace, and when it was given. */
export interface NameVersion {
  /** Of the organization or workspace. */
  readonly id: string;
  readonly name: string;
  readonly asOf: Date;
}

/** The newest version of each: of two of the same time the later one in the list. */
export function newestOf(versions: readonly NameVersion[]): NameVersion[] {
  const newest = new Map<string, NameVersion>();
  for (const version of versions) {
    const known = newest.get(version.id);
    if (known === undefined || known.asOf <= version.asOf) newest.set(version.id, version);
  }
  return [...newest.values()];
}
