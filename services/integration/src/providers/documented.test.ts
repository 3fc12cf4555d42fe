import type { Json } from '@patchbay/outgoing/json';
import { describe, expect, it } from 'vitest';
import { plainName } from '../relay/body.ts';
import { addedNames, type DocumentedRequest, documentedOf, variantsOf } from './documented.fixture.ts';
import { providers } from './index.ts';
import { type JudgedRequest, judgeOf } from './use.fixture.ts';

const encoded = (parameters: Readonly<Record<string, Json>> = {}): string =>
  Object.entries(parameters)
    .map(
      ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
    )
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

const sentOf = ({
  query,
  headers,
  json,
  form,
}: Pick<DocumentedRequest, 'query' | 'headers' | 'json' | 'form'>): JudgedRequest => ({
  query: encoded(query),
  headers: { ...headers, ...(form && formType) },
  ...(json !== undefined && { json }),
  ...(form && { text: encoded(form) }),
});

interface Sent {
  readonly position: string;
  readonly sent: JudgedRequest;
}

/** The request with the id in each position of its query and of its body. */
function* positionsOf(request: DocumentedRequest, id: Json, names: readonly string[]): Generator<Sent> {
  const flat = (json: Json) => json as Record<string, string>;
  for (const { position, json } of variantsOf(request.query ?? {}, id, names))
    yield { position: `?${position}`, sent: sentOf({ ...request, query: flat(json) }) };
  if (request.json !== undefined)
    for (const { position, json } of variantsOf(request.json, id, names))
      yield { position, sent: sentOf({ ...request, json }) };
  if (request.form !== undefined)
    for (const { position, json } of variantsOf(request.form, id, names))
      yield { position, sent: sentOf({ ...request, form: flat(json) }) };
}

describe.each(providers)('$provider', (provider) => {
  const apis = new Map(provider.use.apis.map(({ name }) => [name, judgeOf(provider, name)]));
  const rulesOf = ({ api }: DocumentedRequest) => {
    const rules = apis.get(api);
    if (rules === undefined) throw new Error(`no api ${api}`);
    return rules;
  };
  const others = new Set(provider.use.accountNames.otherNames?.map(plainName));
  const names = addedNames.filter((name) => !others.has(plainName(name)));

  it('every documented request about the granted account is allowed', async () => {
    const { mine, requests } = await documentedOf(provider.provider);
    const judged = requests.map((request) => {
      const { judge, verdict } = rulesOf(request);
      const sent = sentOf(request);
      const found = judge(request.line, sent).notGranted([mine]);
      return [request.line, found, verdict(request.line, sent, [mine])];
    });
    expect(judged).toEqual(
      requests.map(({ line, needsAll }) => [line, undefined, needsAll === true ? 'forbidden' : 'allowed']),
    );
  });

  it('another account is refused in every position of documented requests that is not known to be something else', async () => {
    const { mine, others: ids, requests, elsewhere } = await documentedOf(provider.provider);
    const allowed = new Set<string>();
    const wrong: string[] = [];
    for (const request of requests) {
      const { judge, verdict } = rulesOf(request);
      for (const id of ids) {
        const asNumber = /^\d{1,15}$/.test(id) ? [Number(id)] : [];
        for (const spelled of [id, ...asNumber])
          for (const { position, sent } of positionsOf(request, spelled, names)) {
            if (request.needsAll === true) {
              if (judge(request.line, sent).notGranted([mine]) === undefined) allowed.add(position);
            } else if (verdict(request.line, sent, [mine]) !== 'forbidden') allowed.add(position);
          }
      }
      for (const { position, sent } of positionsOf(request, mine, names))
        if (judge(request.line, sent).notGranted([mine])?.id === mine) wrong.push(position);
    }
    expect([...allowed].toSorted()).toEqual(elsewhere.toSorted());
    expect(wrong).toEqual([]);
  });
});
