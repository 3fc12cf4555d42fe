import { Failure, invalid } from '@patchbay/errors/failure';
import type { AccountPlaces, Api, Place, Use } from '../connector/use.ts';
import { createAccountNames, type NamedAccount } from './account-names.ts';
import { asTexts, hasText, type ReadBody, readBody, valuesAt } from './body.ts';
import { demandNames, demandParameters, isFile, maxParameters } from './body-text.ts';
import type { JsonValue } from './json-document.ts';
import { maxParts, tooManyValues } from './json-reader.ts';
import { parameterName, plainName } from './names.ts';
import { accountsInPath, anyOf, type Matched } from './pattern.ts';
import { createRefusals, refusedPaths } from './refused.ts';
import type { Target } from './target.ts';

/** A request to be relayed. */
export interface RelayRequest {
  readonly method: string;
  readonly target: Target;
  /** Names in lower case; with the default headers of the api. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What a request does, and the accounts that it names. */
export interface Judgement {
  readonly kind: 'read' | 'change';
  readonly accounts: readonly string[];
  /** Whether one of them tells whose data the request is about. */
  readonly isPinned: boolean;
  /** Whether the request has no data of an account, or the connection has one account only. */
  readonly isFree: boolean;
  /** Whether the body may name accounts that nobody could read. */
  readonly isUnreadable: boolean;
  /** The first account that is not granted, or that may be one, in all that the request sends, whatever the place. */
  readonly notGranted: (granted: readonly string[]) => NamedAccount | undefined;
}

export const forbidden = (detail: string): Failure => new Failure('forbidden', detail);

/** A request as patterns see it: what they say of GET holds for HEAD. */
export const matchedOf = ({ method, target }: Pick<RelayRequest, 'method' | 'target'>): Matched => ({
  method: method === 'HEAD' ? 'GET' : method,
  path: target.path,
});

/** Accounts that one request may name. */
const maxAccounts = 10_000;
/** Characters of the texts in a body that name several accounts each, such as lists with commas. */
const maxAccountTexts = 262_144;

type Parameters = Target['parameters'];

function valuesOf(parameters: Parameters, name: string): readonly string[] {
  const plain = plainName(name);
  return parameters.filter(([each]) => plainName(each) === plain).map(([, value]) => value);
}

/** By their name as `parameterName` writes it. */
const byParameterName = (parameters: Parameters): ReadonlyMap<string, Parameters> =>
  Map.groupBy(parameters, ([name]) => parameterName(name));

/** Parameters that count: those of the query and, at some providers, those of the body. */
function parametersOf({ hasBodyParameters }: Use, { parameters }: Target, body: () => ReadBody): Parameters {
  if (hasBodyParameters !== true) return parameters;
  const read = body();
  if (read.kind === 'form') return [...parameters, ...read.parameters];
  if (read.kind !== 'json') return parameters;
  const inner = read.json.inner(maxParameters + 1);
  demandParameters(inner.length);
  const ofBody = inner.map((value, index) => [value.name ?? String(index), value.text] as const);
  demandNames(ofBody);
  return [...parameters, ...ofBody];
}

/** Whether an element of the last list in the pointer has no text there. */
function isMissingInAny(json: JsonValue | undefined, pointer: string): boolean {
  const end = pointer.lastIndexOf('*') + 1;
  return valuesAt(json, pointer.slice(0, end)).some(
    (element) => !valuesAt(element, pointer.slice(end)).some(hasText),
  );
}

const decidesOn = (on: readonly string[] | undefined) => (on === undefined ? () => true : anyOf(on));

const placesIn = (places: readonly Place[] = []) =>
  places.map((place) => {
    const { at, ids, on, every, repeats, wider } = typeof place === 'string' ? { at: place } : place;
    // A value in a place that nobody has documented does not tell what the request is about.
    const isAnywhere = at.startsWith('/**');
    return {
      at,
      ids: ids ?? ((text: string) => [text]),
      hasLists: ids !== undefined,
      every,
      repeats,
      wider,
      decides: isAnywhere ? () => false : decidesOn(on),
    };
  });

function demandShort(texts: readonly string[]): void {
  if (texts.reduce((sum, { length }) => sum + length, 0) > maxAccountTexts)
    throw invalid({
      path: 'body',
      message: `The texts that name accounts have more than ${maxAccountTexts} characters.`,
    });
}

/** The accounts of an expression in texts, each once. Each match counts like a value of the body. */
function accountsAnywhere(texts: readonly string[], expression: RegExp): readonly string[] {
  const found = new Set<string>();
  let matches = 0;
  for (const text of texts)
    for (const [, account = ''] of text.matchAll(expression)) {
      found.add(account);
      matches += 1;
      if (matches > maxParts) throw tooManyValues();
      if (found.size > maxAccounts) break;
    }
  return [...found];
}

function anywhereIn({ anywhere }: AccountPlaces = {}) {
  if (anywhere === undefined) return undefined;
  const { at, on } = anywhere instanceof RegExp ? { at: anywhere, on: undefined } : anywhere;
  return { expression: new RegExp(at, 'gi'), decides: decidesOn(on) };
}

/**
 * The rules of one api, ready for many requests. `authorizing` has the names of the headers that Patchbay adds, in lower case.
 */
export function createRules(use: Use, api: Api, authorizing: ReadonlySet<string>) {
  const isRefused = anyOf([...refusedPaths, ...api.refused]);
  const isListed = api.only === undefined ? () => true : anyOf(api.only);
  const isRead = anyOf(api.reads);
  const isReport = anyOf(api.reports);
  const isChange = anyOf(api.changes);
  const isFree = anyOf(api.free);
  const isUpload = anyOf(api.uploads);
  const places: AccountPlaces | undefined = typeof api.account === 'function' ? undefined : api.account;
  const inPath = accountsInPath(places?.path);
  const inQuery = placesIn(places?.query);
  const inHeader = placesIn(places?.header);
  const inBody = placesIn(places?.body);
  const anywhere = anywhereIn(places);
  const isBodyRead = inBody.length > 0 || anywhere !== undefined;
  const demandNone = createRefusals(use, authorizing);
  const findAccount = createAccountNames(use.accountNames);
  // The parameters of a form are read where parameters may stand in bodies.
  const isUnreadable = ({ kind }: ReadBody): boolean =>
    kind === 'unreadable' || (kind === 'form' && use.hasBodyParameters !== true);

  const isChangedBy = (body: ReadBody): boolean => {
    if (body.kind !== 'json') return isUnreadable(body);
    return (api.changedBy ?? []).some(({ at, harmless = [] }) =>
      valuesAt(body.json, at).some(
        (value) => !value.isEmpty && (value.isContainer || !harmless.includes(value.text.toLowerCase())),
      ),
    );
  };

  const isChangedByHeader = (headers: RelayRequest['headers']): boolean => {
    const value = headers[api.changingHeader?.name ?? ''];
    return value !== undefined && !api.changingHeader?.harmless.includes(value.trim().toLowerCase());
  };

  const kindOf = (matched: Matched, headers: RelayRequest['headers'], body: () => ReadBody) => {
    if (isChange(matched) || isChangedByHeader(headers)) return 'change';
    if (isReport(matched)) return isChangedBy(body()) ? 'change' : 'read';
    const isSafe = matched.method === 'GET' || matched.method === 'HEAD';
    return isSafe || isRead(matched) ? 'read' : 'change';
  };

  const accountsOf = (
    { target, headers }: RelayRequest,
    matched: Matched,
    parameters: Parameters,
    body: () => ReadBody,
  ): Pick<Judgement, 'accounts' | 'isPinned'> => {
    const found = new Set<string>();
    let isPinned = false;
    const add = (accounts: readonly string[], decides: (request: Matched) => boolean = () => true): void => {
      for (const account of accounts) {
        found.add(account);
        if (found.size > maxAccounts)
          throw invalid({ path: 'body', message: `The request names more than ${maxAccounts} accounts.` });
      }
      isPinned ||= accounts.length > 0 && decides(matched);
    };
    add(inPath(target.path));
    for (const { at, ids, repeats, decides } of inQuery) {
      const values = valuesOf(parameters, at);
      // Two of them with the same value are refused too: nobody needs them.
      if (values.length > 1 && repeats !== true)
        throw invalid({ path: 'query', message: `The parameter ${at} appears more than once.` });
      add(values.flatMap(ids), decides);
    }
    const read = isBodyRead ? body() : undefined;
    const json = read?.kind === 'json' ? read.json : undefined;
    for (const { at, ids, hasLists, every, decides } of inBody) {
      const texts = asTexts(valuesAt(json, at));
      if (hasLists) demandShort(texts);
      add(
        hasLists ? texts.flatMap(ids) : texts,
        every === true && isMissingInAny(json, at) ? () => false : decides,
      );
    }
    if (anywhere !== undefined) {
      // Parameters of a JSON body are among its texts.
      const values = (json === undefined ? parameters : target.parameters).map(([, value]) => value);
      const texts = [target.path, ...values, ...(json === undefined ? [] : [json.source])];
      add(accountsAnywhere(texts, anywhere.expression), anywhere.decides);
    }
    for (const { at, ids, wider, decides } of inHeader) {
      const value = headers[at.toLowerCase()];
      if (value !== undefined && !(wider === true && isPinned)) add(ids(value), decides);
    }
    return { accounts: [...found], isPinned };
  };

  return (request: RelayRequest): Judgement => {
    const { method, target, headers } = request;
    const matched = matchedOf(request);
    let read: ReadBody | undefined;
    const body = (): ReadBody =>
      (read ??=
        isUpload(matched) && isFile(headers['content-type'])
          ? { kind: 'unreadable' }
          : readBody(request.body, headers['content-type']));
    const parameters = parametersOf(use, target, body);
    demandNone(headers, target, parameters);
    // The provider would not read it, so that an account in it would tell nothing.
    if (matched.method === 'GET' && request.body.byteLength > 0)
      throw invalid({ path: 'body', message: `A ${method} request has no body.` });
    let named: ReadonlyMap<string, Parameters> | undefined;
    const verdict = api.check?.({
      path: target.path,
      values: (name) =>
        (named ??= byParameterName(parameters)).get(parameterName(name))?.map(([, value]) => value) ?? [],
    });
    if (isRefused(matched) || !isListed(matched) || verdict === 'refused')
      throw forbidden('This path of the provider is never relayed.');
    const { accounts, isPinned } = accountsOf(request, matched, parameters, body);
    return {
      kind: kindOf(matched, headers, body),
      accounts,
      isPinned: isPinned && verdict !== 'unpinned',
      isFree: places === undefined || (isFree(matched) && verdict !== 'unpinned'),
      isUnreadable: isBodyRead && isUnreadable(body()),
      notGranted(granted) {
        const sent = body();
        return findAccount(
          {
            parameters: target.parameters,
            ...(sent.kind === 'form' && { form: sent.parameters }),
            ...(sent.kind === 'json' && { json: sent.json }),
          },
          granted,
        );
      },
    };
  };
}

/** The first account that a request names, or may name, and that is not among these: the id, and the field where there is one. */
export function otherAccount(
  { accounts, notGranted }: Judgement,
  allowed: readonly string[],
): { readonly text: string; readonly isNamed: boolean } | undefined {
  const found = notGranted(allowed);
  if (found !== undefined)
    return { text: `${found.id.slice(0, 100)} (${found.field.slice(0, 100)})`, isNamed: found.isNamed };
  const set = new Set(allowed);
  const other = accounts.find((account) => !set.has(account));
  return other === undefined ? undefined : { text: other.slice(0, 100), isNamed: true };
}

/**
 * Refuses what a grant does not allow. `granted` is null where it has every account. Whatever a request names must be granted, and a
 * request that names no account could be about any.
 */
export function demandAccount(judgement: Judgement, granted: readonly string[] | null): void {
  if (granted === null) return;
  const { isPinned, isFree, isUnreadable: isHidden } = judgement;
  const other = otherAccount(judgement, granted);
  if (other?.isNamed === true) throw forbidden(`The grant does not include the account ${other.text}.`);
  if (other !== undefined)
    throw forbidden(
      `The grant does not include ${other.text}, which may be an account: the request needs a grant for every account of the connection.`,
    );
  if (isHidden)
    throw forbidden(
      'Patchbay cannot read the accounts in this body: the request needs a grant for every account of the connection.',
    );
  if (!isFree && !isPinned)
    throw forbidden(
      'The request does not name its account: it needs a grant for every account of the connection.',
    );
}
