import type { IncomingMessage } from 'node:http';
import { parseJson } from '@patchbay/outgoing/json';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import { plainName } from '@patchbay/text/plain-name';
import type { Preview, Route } from './routes.ts';

/** Programs that make previews wait a few seconds for a page. */
const timeoutMs = 2_000;

/** Of base64url. Dots and backslashes, also percent-encoded, would lead to other addresses of the API. */
const tokenPattern = /^[\w-]+$/;

/** The parts of `getConnectPage` that a preview names. */
interface ConnectPage {
  readonly organizationName: string;
  readonly organizationDomain: string | null;
  readonly providerName: string;
}

/** The parts of `getInvitation` that a preview names. */
interface Invitation {
  readonly status: string;
  readonly inviterName: string;
  readonly inviterEmail: string;
  readonly organization: { readonly name: string };
}

// Names are quoted as in mails: nobody chooses one that reads like a sentence of ours about a domain.

const connectPreview = ({ organizationName, organizationDomain, providerName }: ConnectPage): Preview => {
  const organization = plainName(organizationName);
  return {
    title: `${organization} asks you to connect ${providerName}`,
    text:
      organizationDomain === null
        ? `${organization} hasn't confirmed a web domain. Open the page to see who's asking, and for what, before you decide.`
        : `${organization} is at ${organizationDomain}. Open the page to see what it's asking for before you decide.`,
  };
};

const invitationPreview = ({
  status,
  inviterName,
  inviterEmail,
  organization,
}: Invitation): Preview | undefined =>
  status === 'pending'
    ? {
        title: `${plainName(inviterName)} invites you to ${plainName(organization.name)}`,
        text: `${inviterEmail} sent this invitation. Open the page to accept or decline it.`,
      }
    : undefined;

/** By path of the route: where the API tells who asks, and what a preview says of it. */
const links: Readonly<
  Record<string, { readonly resource: string; readonly read: (answer: never) => Preview | undefined }>
> = {
  '/connect/:token': { resource: 'connect', read: connectPreview },
  '/invitations/:token': { resource: 'invitations', read: invitationPreview },
};

export interface LinkPreviewsOptions {
  /** Where the API is called. */
  readonly gatewayUrl: string;
  readonly outgoing: Outgoing;
}

export type LinkPreviews = (
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  route: Route,
  path: string,
  address: string | null,
) => Promise<Preview | undefined>;

/**
 * Previews of links that name who asks. The API is asked for programs alone: browsers, which say that they navigate, show no preview and
 * would wait for it. Undefined: the preview of the route, also where the link has ended or the API does not answer.
 */
export const createLinkPreviews =
  ({ gatewayUrl, outgoing }: LinkPreviewsOptions): LinkPreviews =>
  async ({ method, headers }, route, path, address) => {
    const link = links[route.path];
    if (link === undefined || method !== 'GET' || headers['sec-fetch-mode'] === 'navigate') return undefined;
    const token = path.split('/')[2] ?? '';
    if (!tokenPattern.test(token)) return undefined;
    try {
      const { status, text } = await outgoing.send({
        // Not that of the sign-in providers: strangers ask for these, and failures or a crowd must not keep those from being asked.
        target: 'previews',
        method: 'GET',
        url: `${gatewayUrl}/v1/${link.resource}/${token}`,
        // Limits of the API count the program, where the gateway trusts this service as a proxy.
        headers: address === null ? {} : { 'x-forwarded-for': address },
        timeoutMs,
      });
      return status === 200 ? link.read(parseJson(text) as never) : undefined;
    } catch {
      return undefined;
    }
  };
