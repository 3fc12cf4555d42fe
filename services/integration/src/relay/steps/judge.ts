import { appOf, type Installations, replacePrefix } from '../../connector/connectors.ts';
import type { Api } from '../../connector/use.ts';
import { createFormats } from '../formats.ts';
import { demandPinned, sentHeaders } from '../headers.ts';
import type { Matched } from '../pattern.ts';
import { demandChoice, demandOwnAccount, type Permission } from '../permission.ts';
import type { RelayParts, RelayRequest } from '../relay-parts.ts';
import { createRules, demandAccount, forbidden, type Judgement, matchedOf } from '../rules.ts';
import { type SentRequest, sentRequest } from '../sent-request.ts';
import { type Target, targetOf } from '../target.ts';
import type { Found } from './find.ts';
import type { Permitted } from './permit.ts';

/** What a request does, and the form in which it is sent. */
export interface Judged {
  /** Of the api, in this installation and with the settings of the integration. */
  readonly baseUrl: string;
  readonly target: Target;
  readonly judgement: Judgement;
  readonly matched: Matched;
  readonly formats: ReturnType<typeof createFormats>;
  /** What authorizes it is not in it yet. */
  readonly toSend: SentRequest;
}

function baseUrlOf({ api: { baseUrl }, provider, settings }: Found, installations: Installations): string {
  const installation = installations[provider.provider];
  const documented = typeof baseUrl === 'string' ? baseUrl : baseUrl(settings, appOf(installation));
  return replacePrefix(documented, installation?.endpoints ?? {});
}

function demandAllowed(judgement: Judgement, permission: Permission): void {
  if (judgement.kind === 'change' && permission.access !== 'manage')
    throw forbidden('This request may change something: it needs `manage`.');
  try {
    demandAccount(judgement, permission.accounts);
  } catch (error) {
    // The client's choice is refused in words of its own.
    demandChoice(judgement, permission);
    throw error;
  }
}

/** Judges requests by the rules of their api, and refuses those that their caller may not send. */
export function createJudge(installations: Installations) {
  const rules = new Map<
    Api,
    { readonly judge: ReturnType<typeof createRules>; readonly formats: ReturnType<typeof createFormats> }
  >();
  const rulesFor = ({ provider: { use }, api, authorization }: Permitted) => {
    const known = rules.get(api);
    if (known !== undefined) return known;
    const authorizing = new Set(Object.keys(authorization.headers).map((name) => name.toLowerCase()));
    const made = { judge: createRules(use, api, authorizing), formats: createFormats(use, api) };
    rules.set(api, made);
    return made;
  };

  return (permitted: Permitted, request: RelayRequest, named: RelayParts['named']): Judged => {
    const { api, provider, settings, permission } = permitted;
    const baseUrl = baseUrlOf(permitted, installations);
    const target = targetOf(baseUrl, request.path, request.query, api);
    const defaultsBeside = (sent: RelayRequest['headers']) =>
      api.defaultHeaders?.(settings, target.path, sent) ?? {};
    const defaults = defaultsBeside(request.headers);
    const asked = { ...request, target, headers: { ...defaults, ...request.headers } };
    const { judge, formats } = rulesFor(permitted);
    const judgement = judge(asked);
    const [account] = judgement.accounts;
    if (account !== undefined) named(account);
    demandAllowed(judgement, permission);
    demandOwnAccount(api, settings, permission);
    demandPinned(api, request.headers, defaultsBeside({}), permission.accounts);
    const matched = matchedOf(asked);
    const sent = sentHeaders(request.headers, provider.use.sentHeaders, request.body);
    const headers = { ...defaults, ...formats.asked(matched, target, sent) };
    return {
      baseUrl,
      target,
      judgement,
      matched,
      formats,
      toSend: sentRequest(api, { ...asked, headers }),
    };
  };
}
