import { freePort } from '@patchbay/servers/free-port';
import { launchProcess, type ServiceProcess } from '@patchbay/testing/process';
import { waitFor } from '@patchbay/testing/wait';
import { type Api, apiAt } from './api.ts';

const entry = new URL('../deploy/local/src/demo.ts', import.meta.url);

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
      timeoutMs: 90_000,
    });
  } catch (error) {
    throw new Error(`${String(error)}\n${process.log()}`, { cause: error });
  }
  return process;
}

/** Where the browser is sent by an address. */
export async function locationOf(address: string): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return new URL(location);
}

export async function startDemo(env: Readonly<Record<string, string>>): Promise<Demo> {
  const process = await launchDemo(env, 'The demo is ready.');
  const api = apiAt(`http://localhost:${env['PORT']}`);
  const startPage = `http://localhost:${env['DEMO_PORT']}`;
  return {
    process,
    api,
    startPage,
    async signIn(person) {
      const link = await locationOf(`${startPage}/sign-in/${person}`);
      const body = { token: link.searchParams.get('token') };
      const answer = await api.post<{ token: string }>('/v1/auth/magic-link/verify', body);
      if (answer.status !== 200) throw new Error(`the link of ${person} answered ${answer.status}`);
      return api.withSession(answer.body.token);
    },
  };
}
