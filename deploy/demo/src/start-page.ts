import { readFileSync } from 'node:fs';
import { isLoopback } from '@patchbay/config/public-address';
import type { SimulatedAnswer, Way } from '@patchbay/testing/ad-providers/simulator';
import { type Html, type HtmlAnswer, html, htmlPage } from '@patchbay/testing/html-page';
import { agency, clients, people as everybody, type Person, playground } from './people.ts';
import type { Provider, ProviderState } from './playground.ts';

/** A provider on the start page. */
interface ProviderToTry {
  readonly provider: string;
  readonly name: string;
  /** What to type into the form, by label; several where the form is a choice. Empty for a provider with a consent page. */
  readonly alternatives: readonly (readonly { readonly label: string; readonly value: string }[])[];
  /** Undefined where it has no integration in use. */
  readonly state: ProviderState | undefined;
}

interface StartPage {
  readonly portalUrl: string;
  readonly apiUrl: string;
  /** The request of the last step of the story. */
  readonly curl: string;
  /** What the trail has from this moment on is part of the story. ISO 8601. */
  readonly began: string;
  readonly people: readonly Person[];
  readonly providers: readonly ProviderToTry[];
}

export const paths = {
  story: '/story',
  withdraw: '/withdraw',
  forge: '/forge',
  signInMail: '/sign-in-mail',
  mail: (number: number): string => `/mail/${number}`,
} as const;
export const connectPath = (provider: string): string => `/connect/${provider}`;
export const signInPath = (person: string): string => `/sign-in/${person}`;

/** To try the command line with, in a checkout. */
export const commandLines = (apiUrl: string): readonly string[] => [
  `npx patchbay login --host ${apiUrl}`,
  `npx patchbay integration list --org ${agency.slug} --workspace ${clients.fjord.slug}`,
  `npx patchbay audit tail --org ${agency.slug}`,
];

const fileBeside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const style = fileBeside('start-page.css');
const script = fileBeside('start-page.js');

/** Two letters in place of a logo. The name stands beside it. */
function monogram(name: string, index: number): Html {
  const [first = '', ...others] = name.split(' ');
  const letters = `${first[0]}${others.at(-1)?.[0] ?? first[1]}`;
  return html`<span class="monogram" data-hue="${String(index % 6)}" aria-hidden="true">${letters}</span>`;
}

const copyButton = (value: string, what: string): Html =>
  html`<button type="button" class="copy" data-copy="${value}" aria-label="Copy ${what}">Copy</button>`;

const commandLine = (line: string, what: string): Html =>
  html`<div class="command"><code>${line}</code>${copyButton(line, what)}</div>`;

const typedValues = (values: ProviderToTry['alternatives'][number]): Html =>
  html`<dl class="facts">${values.map(
    ({ label, value }) =>
      html`<div><dt>${label}</dt><dd><code>${value}</code>${copyButton(value, label)}</dd></div>`,
  )}</dl>`;

/** Kept up to date by start-page.js. */
const stateOf = (state: ProviderState | undefined): Html =>
  html`<span class="state" data-state="${state?.status ?? ''}">${state?.status === 'active' ? 'Connected' : 'Not connected'}</span>`;

const providerTile = ({ provider, name, state }: ProviderToTry, index: number): Html => html`<li>
<button type="button" class="tile" popovertarget="try-${provider}" data-provider="${provider}">
${monogram(name, index)}<span class="lines"><strong>${name}</strong>${stateOf(state)}</span>
</button>
</li>`;

const drawer = ({
  provider,
  name,
  alternatives,
  state,
}: ProviderToTry): Html => html`<div class="drawer" id="try-${provider}" data-provider="${provider}" popover role="dialog" aria-labelledby="title-${provider}">
<button type="button" class="close" popovertarget="try-${provider}" popovertargetaction="hide" aria-label="Close">✕</button>
<h3 id="title-${provider}">Connect ${name}</h3>
<p>${stateOf(state)}<span class="account">${state?.account ?? ''}</span></p>
${
  alternatives.length === 0
    ? html`<p>You’re sent to a simulated consent page, where you allow or deny access.</p>`
    : html`<p>The page asks for what’s below. Anything else is refused. Try that too.</p>
${alternatives.map((each, index) => html`${index === 0 ? [] : html`<p class="or">or</p>`}${typedValues(each)}`)}`
}
<a class="button first" href="${connectPath(provider)}" target="_blank" rel="noopener">Open the link</a>
</div>`;

const personTile = ({ id, name, role, sees }: Person, index: number): Html => html`<li>
<a class="tile" href="${signInPath(id)}" target="_blank" rel="noopener" title="Sees ${sees}">
${monogram(name, index)}<span class="lines"><strong>${name}</strong><span class="quiet">${role.replace(/^./, (first) => first.toUpperCase())}: ${sees}</span></span>
</a>
</li>`;

const role = (path: string, title: string, text: string, first: boolean): Html =>
  html`<a class="role${first ? ' first' : ''}" href="${path}" target="_blank" rel="noopener"><strong>${title}</strong><span>${text}</span></a>`;

const storyLink = (text: string): Html =>
  html`<a class="button" href="${paths.story}" target="_blank" rel="noopener">${text}</a>`;

/** The steps tick themselves off: start-page.js finds them in the trail. */
const steps = (curl: string): readonly (readonly [title: string, text: string, action: Html])[] => [
  [
    'Lena creates a link',
    'You open it the way any client would. No account needed.',
    storyLink('Open the link'),
  ],
  ['You connect', 'Allow access at Google Ads. The token is sealed at once.', html``],
  [
    'Access withdrawn',
    'Somebody removes it at Google. Patchbay notices.',
    html`<button type="button" class="button" data-post="${paths.withdraw}">Withdraw it</button>`,
  ],
  ['You fix it', 'Connect once more with a new link.', storyLink('Connect again')],
  ['It’s in the trail', 'Four entries, their hashes recomputed in this browser.', html``],
  [
    'Read it with curl',
    'Campaigns, with a real API key. Google’s token stays inside Patchbay.',
    html`<button type="button" class="button" data-copy="${curl}">Copy the command</button>`,
  ],
];

/** The page to begin a demo with: two roles to take, what happens as the trail records it, and everything to try. */
export const startPage = ({ portalUrl, apiUrl, curl, began, people, providers }: StartPage): HtmlAnswer =>
  htmlPage({
    title: 'Patchbay: the demo',
    style,
    script,
    bar: html`<span class="badge">Demo</span><span class="quiet note">People, data and ad systems are made up. Nothing leaves this machine.</span>
<nav aria-label="Patchbay"><a href="${portalUrl}">Console</a><a href="${apiUrl}/docs">API reference</a></nav>`,
    content: html`<div class="hero">
<div class="lead">
<h1>Connect an ad account, and watch the proof appear</h1>
<p>${agency.name} is an agency. Its clients give it access to their ad accounts by opening a link. Patchbay keeps that access sealed, and
records everything that happens in a trail that nobody can quietly rewrite.</p>
<div class="roles">
${role(paths.story, 'Be the client', `Connect Google Ads with ${everybody.lena.name.split(' ')[0]}’s link`, true)}
${role(signInPath(everybody.lena.id), 'Be the agency', `Open the console as ${everybody.lena.name}`, false)}
</div>
<p class="quiet">Each opens in a new tab. Keep this one in sight.</p>
</div>
<section class="trail" aria-labelledby="trail">
<h2 id="trail"><span class="pulse" aria-hidden="true"></span>The trail, live</h2>
<p class="seal" role="status">Reading the trail…</p>
<div role="log" aria-label="Newest entries"><ol class="entries"></ol></div>
<p class="tamper"><button type="button" class="link" data-tamper>Change an entry</button> <span class="quiet">in this browser, and see the chain break.</span></p>
</section>
</div>
<section aria-labelledby="story">
<h2 id="story">A story in six steps</h2>
<p class="quiet">Each one ticks itself off once the trail has recorded it.</p>
<ol class="steps" data-began="${began}">${steps(curl).map(
      ([title, text, action]) =>
        html`<li><span class="tick" aria-hidden="true"></span><h3>${title}<span class="hidden"></span></h3><p>${text}</p>${action}</li>`,
    )}</ol>
</section>
<section aria-labelledby="systems">
<h2 id="systems">Twenty ad systems to try</h2>
<p class="quiet">You’re a client in the workspace ${playground.name}. Choose one to see what to type.</p>
<ul class="tiles systems">${providers.map(providerTile)}</ul>
${providers.map(drawer)}
</section>
<div class="arrivals">
<section aria-labelledby="receiver">
<h2 id="receiver">What a receiver gets</h2>
<p class="quiet">A program of yours doesn’t have to ask. This page has a webhook: each entry arrives here at once, and its signature is checked.</p>
<div role="log" aria-label="Newest deliveries"><ol class="entries deliveries"></ol></div>
<p class="empty">Nothing has arrived yet.</p>
<p class="tamper"><button type="button" class="link" data-post="${paths.forge}">Forge a delivery</button> <span class="quiet">without the secret, and see it refused.</span></p>
</section>
<section aria-labelledby="mails">
<h2 id="mails">Emails, as people see them</h2>
<p class="quiet">The demo doesn’t send any: they arrive here, and their buttons work. <button type="button" class="link" data-post="${paths.signInMail}">Email ${everybody.lena.name} a sign-in link</button></p>
<div class="mails">
<ul class="list"></ul>
<p class="empty">No email yet.</p>
<iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" hidden></iframe>
</div>
</section>
</div>
<div class="columns">
<section aria-labelledby="people">
<h2 id="people">Be somebody else</h2>
<p class="quiet">One click signs you in.</p>
<ul class="tiles people">${people.map(personTile)}</ul>
</section>
<section aria-labelledby="terminal">
<h2 id="terminal">From a terminal</h2>
<p class="quiet">Run these in the demo’s folder. The last one follows the trail, just like this page.</p>
${commandLines(apiUrl).map((line) => commandLine(line, line.split(' ').slice(1, 4).join(' ')))}
<h3>The last step of the story</h3>
${commandLine(curl, 'the curl command')}
</section>
</div>
<p class="quiet about"><strong>About the history.</strong> It isn’t a month of work. When the demo first started, it made all of this within
seconds, by real requests to this platform. That’s why the trail begins with one busy minute.</p>`,
  });

/** A mail in a frame of the start page. Its links open new tabs. */
export const mailPage = (mail: string): HtmlAnswer => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  },
  text: mail.replaceAll('<a ', '<a target="_blank" rel="noopener" '),
});

/** Shown where the demo could not do what a button of the start page promises. */
export const failurePage = (reason: string, status = 500): HtmlAnswer =>
  htmlPage({
    title: 'That didn’t work',
    status,
    content: html`<div class="card">
<h1>That didn’t work</h1>
<p>${reason}</p>
<p><a href="/">Back to the start page</a></p>
</div>`,
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
 * the `Host` header has that name. The buttons make links and send mails, so that no other site may press them, nor another port of this machine,
 * which to browsers is the same site.
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
  if (path === '/' || !headers['sec-fetch-site']?.endsWith('-site')) return undefined;
  return failurePage('Another website led here. Press the button on the start page.', 403);
}
