const unreleased = /^## Unreleased$/m;
const headingOf = (version: string): RegExp =>
  new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)} - \\d{4}-\\d{2}-\\d{2}$`, 'm');

/** The text below a heading of second level, up to the next one; undefined if there is no such heading. */
function below(changelog: string, heading: RegExp): string | undefined {
  const match = heading.exec(changelog);
  if (match === null) return undefined;
  const [text = ''] = changelog.slice(match.index + match[0].length).split(/^## /m);
  return text.trim();
}

/** What CHANGELOG.md says about a version; undefined if it was not released. */
export const notesOf = (changelog: string, version: string): string | undefined =>
  below(changelog, headingOf(version));

/** What CHANGELOG.md says about the next version; empty if nothing has changed. */
export const unreleasedNotes = (changelog: string): string => below(changelog, unreleased) ?? '';

/** Moves what stands under `Unreleased` to a heading for the version. Changes nothing if the version has one. */
export function releaseNotes(changelog: string, version: string, date: string): string {
  if (notesOf(changelog, version) !== undefined) return changelog;
  if (unreleasedNotes(changelog) === '')
    throw new Error('CHANGELOG.md says nothing under "## Unreleased": write what has changed');
  return changelog.replace(unreleased, `## Unreleased\n\n## ${version} - ${date}`);
}
