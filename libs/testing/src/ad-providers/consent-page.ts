import { type HtmlAnswer, html, htmlPage } from '../html-page.ts';
import type { SimulatedRequest } from './simulator.ts';

/** The query parameter with the decision of the person. The simulators do not see it. */
export const decisionParameter = 'simulated-decision';

export type Decision = 'allow' | 'deny';

/** Whether a browser opens a consent page: only those have a redirect URI in the query. */
export const asksForConsent = ({ method, query }: SimulatedRequest): boolean =>
  method === 'GET' && query.has('state') && URL.canParse(query.get('redirect_uri') ?? '');

const addressOf = (query: URLSearchParams, decision: Decision): string => {
  const decided = new URLSearchParams(query);
  decided.set(decisionParameter, decision);
  return `?${decided.toString()}`;
};

/** A page in place of the consent page of the provider, on which a person allows or denies access. */
export function consentPage({ url, query }: SimulatedRequest, name: string): HtmlAnswer {
  const scope = query.get('scope');
  return htmlPage({
    title: `Simulated ${name}: allow access`,
    content: html`<div class="card">
<div>
<h1>Simulated ${name}</h1>
<p class="quiet">This page stands in for ${new URL(url).host}. Nothing leaves this machine.</p>
</div>
<p>Patchbay wants access to your account at ${name}.</p>
<dl class="facts">
<div><dt>You’re signed in as</dt><dd>Somebody at Nordlicht</dd></div>
${scope === null ? [] : [html`<div><dt>Access requested</dt><dd>${scope}</dd></div>`]}
<div><dt>You’ll return to</dt><dd>${new URL(query.get('redirect_uri') ?? '').host}</dd></div>
</dl>
<div class="actions">
<a class="button first" href="${addressOf(query, 'allow')}">Allow</a>
<a class="button" href="${addressOf(query, 'deny')}">Deny</a>
</div>
</div>`,
  });
}
