import { type Html, type HtmlAnswer, html, htmlPage } from '@patchbay/testing/html-page';
import { agency, clients, type Person, playground } from './people.ts';

/** A provider on the start page. */
export interface ProviderToTry {
  readonly provider: string;
  readonly name: string;
  /** What to type into the form, by label; several where the form is a choice. Empty for a provider with a consent page. */
  readonly alternatives: readonly (readonly { readonly label: string; readonly value: string }[])[];
  /** The account that it is connected to; undefined: not yet. */
  readonly account: string | undefined;
}

export interface StartPage {
  readonly portalUrl: string;
  readonly apiUrl: string;
  readonly people: readonly Person[];
  readonly providers: readonly ProviderToTry[];
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

/** The page to begin a demo with: whom to sign in as, and each provider with what to type. */
export const startPage = ({ portalUrl, apiUrl, people, providers }: StartPage): HtmlAnswer =>
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
<p>Begin here: <a href="#connect">connect an advertising system</a> as a client, or <a href="#people">sign in as somebody</a>.</p>
<h2 id="connect">Connect an advertising system</h2>
<p>You are the client now: the agency has sent you a link, and you connect your account in the
workspace ${playground.name}. Each button opens a page in a new tab. Where it asks for something, copy it from here. Anything
else is refused, which is worth a look too.</p>
<ul class="cards">${providers.map(providerCard)}</ul>
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
