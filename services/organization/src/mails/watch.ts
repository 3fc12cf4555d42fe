import { mailPage } from '@patchbay/mail/page';
import { withCommas } from '@patchbay/platform/maximums';
import { plainName } from '@patchbay/text/plain-name';
import type { Digest, Notice } from '../domain/notice.ts';

/** In the language of the mail, such as `2 March 2026`; in UTC, because the time zone of the recipient is unknown. */
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const subject = 'Integrations on Patchbay need your attention';

/** What happened, and what to do. */
function lineOf({ name, endsAt, worked }: Notice): string {
  const integration = plainName(name);
  if (endsAt !== null)
    return `The authorization of ${integration} ends on ${day.format(endsAt)} (UTC). Connect it again before that.`;
  return worked
    ? `${integration} no longer works. Open it to see why, and connect it again.`
    : `${integration} could not be connected. Open it to see why.`;
}

const moreOf = (more: number): string => `And ${withCommas(more)} more, which you find in Patchbay.`;

export interface WatchMail {
  readonly organization: { readonly slug: string; readonly name: string };
  readonly digest: Digest;
  readonly portalUrl: string;
  /** Ends the watching of the workspaces in the digest. */
  readonly endUrl: string;
}

export function watchMail({ organization, digest: { workspaces, more }, portalUrl, endUrl }: WatchMail) {
  const home = `${portalUrl}/o/${organization.slug}`;
  const message = `These integrations of ${plainName(organization.name)} need attention.`;
  const groups = workspaces.map(({ slug, name, notices }) => ({
    title: plainName(name),
    items: notices.map((notice) => ({
      text: lineOf(notice),
      url: `${home}/w/${slug}/integrations/${notice.integrationId}`,
    })),
  }));
  const rest = more === 0 ? [] : [moreOf(more)];
  const why = 'You get this email because you watch these workspaces.';
  const listed = groups.flatMap(({ title, items }) => [
    title,
    ...items.map(({ text, url }) => `- ${text}\n  ${url}`),
  ]);
  return {
    purpose: 'watched integrations',
    // The same for everybody: a subject is read without the mail around it, and must not say what a stranger chose.
    subject,
    text: `${[message, ...listed, ...rest].join('\n\n')}

${why} To end that, open this link:

${endUrl}
`,
    html: mailPage({
      title: subject,
      message,
      groups,
      ...(more > 0 && { more: moreOf(more) }),
      button: 'Open Patchbay',
      url: home,
      note: why,
      endLink: { text: 'End these emails', url: endUrl },
    }),
  };
}
