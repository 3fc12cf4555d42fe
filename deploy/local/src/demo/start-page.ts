import { isLoopback } from '@patchbay/config/public-address';
import type { SimulatedAnswer, Way } from '@patchbay/testing/ad-providers/simulator';
import { type Html, type HtmlAnswer, html, htmlPage } from '@patchbay/testing/html-page';
import type { CampaignTable } from './campaigns.ts';
import { agency, clients, type Person, playground } from './people.ts';
import type { Provider } from './playground.ts';

/** A provider on the start page. */
interface ProviderToTry {
  readonly provider: string;
  readonly name: string;
  /** What to type into the form, by label; several where the form is a choice. Empty for a provider with a consent page. */
  readonly alternatives: readonly (readonly { readonly label: string; readonly value: string }[])[];
  /** The account that it is connected to; undefined: not yet. */
  readonly account: string | undefined;
}

interface StartPage {
  readonly portalUrl: string;
  readonly apiUrl: string;
  readonly people: readonly Person[];
  readonly providers: readonly ProviderToTry[];
  readonly table: CampaignTable;
}

export const connectPath = (provider: string): string => `/connect/${provider}`;
export const signInPath = (person: string): string => `/sign-in/${person}`;

const button = (path: string, text: string): Html =>
  html`<a class="button" href="${path}" target="_blank" rel="noopener">${text}</a>`;

const personCard = ({ id, name, email, part, role, sees }: Person): Html => html`<li class="card">
<h3>${name}</h3>
<p class="quiet">${email}</p>
<p>${role === 'guest' ? 'A guest' : `${role} of ${agency.name}`.replace(/^./, (first) => first.toUpperCase())}: ${part}. Sees ${sees}.</p>
${button(signInPath(id), `Sign in as ${name}`)}
</li>`;

const typedValues = (values: ProviderToTry['alternatives'][number]): Html =>
  html`<dl>${values.map(({ label, value }) => html`<dt>${label}</dt><dd><code>${value}</code></dd>`)}</dl>`;

const providerCard = ({
  provider,
  name,
  alternatives,
  account,
}: ProviderToTry): Html => html`<li class="card">
<h3>${name}</h3>
${
  alternatives.length === 0
    ? html`<p class="quiet">You are sent to a simulated consent page.</p>`
    : alternatives.map((each, index) => html`${index === 0 ? [] : [html`<p>or</p>`]}${typedValues(each)}`)
}
${account === undefined ? [] : [html`<p>Connected to ${account}.</p>`]}
${button(connectPath(provider), `Connect ${name}${account === undefined ? '' : ' again'}`)}
</li>`;

const entryText = (entry: CampaignTable['entry']): Html =>
  entry === undefined
    ? html`The audit trail has an entry about it within a few seconds. Reload the page to see it.`
    : html`The first request of a day leaves an entry in the audit trail: <code>${entry.action}</code> by
${entry.actor.name ?? 'an API key'} at ${entry.occurredAt}.`;

const campaignTable = ({ request, campaigns, problem, entry }: CampaignTable): Html => html`${
  request === undefined ? [] : [html`<p class="card"><code>${request}</code></p>`]
}
${
  problem === undefined
    ? html`<table>
<thead><tr><th scope="col">Campaign</th><th scope="col">Status</th></tr></thead>
<tbody>${campaigns.map(({ name, status }) => html`<tr><td>${name}</td><td>${status}</td></tr>`)}</tbody>
</table>
<p>${entryText(entry)}</p>`
    : html`<p>They cannot be read now: ${problem}</p>`
}`;

/** The page to begin a demo with: whom to sign in as, each provider with what to type, and campaigns that were read through Patchbay. */
export const startPage = ({ portalUrl, apiUrl, people, providers, table }: StartPage): HtmlAnswer =>
  htmlPage({
    title: 'Patchbay: the demo',
    wide: true,
    content: html`<p class="note"><strong>This is a demo.</strong> People and data are made up, the advertising systems and
Google are simulated. Nothing leaves this machine.</p>
<h1>Patchbay, to try</h1>
<p>${agency.name} is an agency. It has a workspace for each of its clients, ${clients.fjord.name}, ${clients.cafe.name}
and ${clients.museum.name}, and asks them to connect their advertising accounts.</p>
<p><a href="${portalUrl}">The Portal</a> has the pages that links in mails lead to. The <a href="${apiUrl}/docs">API
reference</a> sends requests to this very platform. Mails are printed in the terminal.</p>
<p>Begin here: <a href="#connect">connect an advertising system</a> as a client, <a href="#use">use a connection</a>, or
<a href="#people">sign in as somebody</a>.</p>
<h2 id="connect">Connect an advertising system</h2>
<p>You are the client now: the agency has sent you a link, and you connect your account in the
workspace ${playground.name}. Each button opens a page in a new tab. Where it asks for something, copy it from here. Anything
else is refused, which is worth a look too.</p>
<ul class="cards">${providers.map(providerCard)}</ul>
<h2 id="use">Use a connection</h2>
<p>These campaigns of ${clients.fjord.name} were read from a simulated advertising system through Patchbay. The API key in the
request has a grant to read this account. Patchbay adds the credentials of the connection, which nobody sees. Paste the
request into a terminal to send it yourself.</p>
${campaignTable(table)}
<h2 id="people">Sign in as somebody</h2>
<p>Each button asks for a sign-in mail and opens the link in it. On the Portal's own page you can also type an address, and
open the link that is printed in the terminal.</p>
<ul class="cards">${people.map(personCard)}</ul>`,
  });

/** Shown where the demo could not do what a button of the start page promises. */
export const failurePage = (reason: string, status = 500): HtmlAnswer =>
  htmlPage({
    title: 'That did not work',
    status,
    content: html`<h1>That did not work</h1>
<p>${reason}</p>
<p><a href="/">Back to the start page</a></p>`,
  });

/** What can be typed into a provider's form, by the labels of its fields: the first way in which each set of fields is filled in. */
export function alternativesOf(
  ways: readonly Way[],
  fields: Provider['connectFields'],
): ProviderToTry['alternatives'] {
  const bySet = new Map<string, Way['fields']>();
  for (const way of ways) {
    const set = Object.keys(way.fields).toSorted().join();
    if (set !== '' && !bySet.has(set)) bySet.set(set, way.fields);
  }
  return [...bySet.values()].map((values) =>
    fields.flatMap(({ name, label }) => (values[name] === undefined ? [] : [{ label, value: values[name] }])),
  );
}

interface AskedPath {
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The answer to a request that a page of another website caused; undefined: to go on. Only this machine reaches the demo, but each page
 * in its browser can send requests there. Under a name of its own that leads to loopback it could read the answers too (DNS rebinding):
 * the `Host` header has that name. The buttons make links and send mails, so that no other site may press them.
 */
export function refusalOf({ path, headers }: AskedPath): SimulatedAnswer | undefined {
  const host = URL.parse(`http://${headers['host'] ?? ''}`);
  if (host === null || !isLoopback(host.hostname))
    return {
      status: 421,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      text: 'The demo answers at localhost only.\n',
    };
  // A link to the start page may stand anywhere.
  if (path === '/' || headers['sec-fetch-site'] !== 'cross-site') return undefined;
  return failurePage('Another website led here. Press the button on the start page.', 403);
}
