import { providers } from '../src/providers/index.ts';
import { createRules, demandAccount } from '../src/relay/rules.ts';
import { targetOf } from '../src/relay/target.ts';
export const v = (provider: string, apiName: string, line: string, granted: string[] | null, { query = '', headers = {}, json, text }: any = {}): string => {
  const { use } = providers.find((p) => p.provider === provider)!;
  const api = use.apis.find((a) => a.name === apiName)!;
  const rules = createRules(use, api, new Set(['authorization']));
  const [method = '', path = ''] = line.split(' ');
  const body = Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)));
  try {
    const j = rules({ method, target: targetOf('https://api.example/v1', path, query, api), headers, body });
    demandAccount(j, granted);
    return `allowed ${j.kind}`;
  } catch (e: any) { return `${e.code} ${e.message} ${JSON.stringify(e.problems ?? e.errors ?? '')}`.slice(0, 230); }
};
export const show = (...a: Parameters<typeof v>) => console.log(a[0], a[2], a[4]?.query ?? '', a[4]?.text ?? JSON.stringify(a[4]?.json)?.slice(0, 150) ?? '', '=>', v(...a));
