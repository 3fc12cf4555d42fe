import { freePort } from '@patchbay/servers/free-port';
import { launchProcess, type ServiceProcess } from '@patchbay/testing/process';
import { waitFor } from '@patchbay/testing/wait';
import { type Api, apiAt } from '../../api.ts';
import { locationOf, signInByStartPage } from './start-page.ts';

const entry = new URL('../../../deploy/demo/src/main.ts', import.meta.url);

export interface Demo {
  readonly process: ServiceProcess;
  readonly api: Api;
  /** Of the start page and the simulated providers. */
  readonly startPage: string;
  /** A session of one of the people, by the button of the start page. */
  signIn(person: string): Promise<Api>;
}

/** Ports that stay the same at each start. */
export async function demoPorts(): Promise<Readonly<Record<string, string>>> {
  const names = ['PORT', 'PORTAL_PORT', 'DEMO_PORT', 'DEMO_GOOGLE_PORT'];
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)),
  );
}

/** Spawns what `make demo` runs, and waits until it has printed this. */
export async function launchDemo(
  env: Readonly<Record<string, string>>,
  printed: string,
): Promise<ServiceProcess> {
  const process = await launchProcess({ entry, name: 'demo', env });
  try {
    await waitFor(() => process.log().includes(printed), {
      what: `the demo to print ${printed}`,
      timeoutMs: 300_000,
    });
  } catch (error) {
    throw new Error(`${String(error)}\n${process.log()}`, { cause: error });
  }
  return process;
}

export async function startDemo(env: Readonly<Record<string, string>>): Promise<Demo> {
  const process = await launchDemo(env, 'The demo is ready.');
  const api = apiAt(`http://localhost:${env['PORT']}`);
  const startPage = `http://localhost:${env['DEMO_PORT']}`;
  return {
    process,
    api,
    startPage,
    signIn: (person) => signInByStartPage(startPage, api, person),
  };
}

/** A provider as the API lists it. */
export interface ShownProvider {
  readonly provider: string;
  readonly name: string;
  readonly configured: boolean;
  readonly connectFields: readonly { readonly name: string; readonly label: string }[];
}

/** What the start page says to type for a provider, by field; the first alternative. */
function typedFor(page: string, { provider, connectFields }: ShownProvider): Record<string, string> {
  const drawer =
    page.split('<div class="drawer"').find((each) => each.includes(`id="try-${provider}"`)) ?? '';
  const [first = ''] = drawer.split('<p class="or">');
  const shown = [...first.matchAll(/<dt>([^<]+)<\/dt><dd><code>([^<]+)<\/code>/g)];
  return Object.fromEntries(
    shown.map(([, label, value = '']) => [connectFields.find((field) => field.label === label)?.name, value]),
  );
}

/** As a person does in a browser: reads the consent page and follows its link. */
async function allow(authorizationUrl: string): Promise<URL> {
  const page = await (await fetch(authorizationUrl)).text();
  const link = /<a class="button first" href="([^"]+)">Allow</.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (link === undefined) throw new Error(`${authorizationUrl} has no link to allow access`);
  return locationOf(new URL(link, authorizationUrl).href);
}

/** Connects a provider by the button and the words of the start page; resolves with the outcome. */
export async function connectAsShown(demo: Demo, page: string, provider: ShownProvider): Promise<string> {
  return connectBy(demo, `/connect/${provider.provider}`, typedFor(page, provider));
}

/** Opens the connect link that a path of the start page leads to, and types this or gives consent; resolves with the outcome. */
export async function connectBy(
  demo: Demo,
  path: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<string> {
  const connectUrl = await locationOf(`${demo.startPage}${path}`);
  const link = `/v1${connectUrl.pathname}`;
  if (Object.keys(typed).length > 0) {
    const { body } = await demo.api.post(`${link}/credentials`, typed);
    return body['status'] === 'active' ? 'connected' : JSON.stringify(body);
  }
  const { body } = await demo.api.post<{ authorizationUrl: string }>(`${link}/oauth`);
  const outcome = await locationOf((await allow(body.authorizationUrl)).href);
  return outcome.searchParams.get('outcome') ?? outcome.href;
}
