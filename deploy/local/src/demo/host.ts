import type { SimulatedAnswer } from '@patchbay/testing/ad-providers/simulator';
import { type CampaignTable, noCampaigns, openWorkload, readCampaigns } from './campaigns.ts';
import { type Client, Refused } from './client.ts';
import { everybody, people } from './people.ts';
import { type Provider, playgroundAccounts, playgroundLinks } from './playground.ts';
import type { Stage } from './stage.ts';
import { alternativesOf, connectPath, failurePage, signInPath, startPage } from './start-page.ts';

interface HostOptions {
  readonly stage: Stage;
  readonly providers: readonly Provider[];
  readonly portalUrl: string;
  readonly apiUrl: string;
  /** A session of an admin. Where it has ended, a new one is opened. */
  readonly admin: Client;
}

/** Does what the buttons of the start page promise, as somebody who is an admin of the agency. */
export interface Host {
  answer(path: string): Promise<SimulatedAnswer | undefined>;
}

const redirect = (location: string): SimulatedAnswer => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});

export function createHost({ stage, providers, portalUrl, apiUrl, admin }: HostOptions): Host {
  let session: Promise<Client> | undefined = Promise.resolve(admin);
  let workload: ReturnType<typeof openWorkload> | undefined;

  /** With the session of an admin; with a new one where that has ended. */
  const asAdmin = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const open = () => (session ??= stage.sessions.of(people.lena.email));
    try {
      return await work(await open());
    } catch (error) {
      session = undefined;
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      return work(await open());
    }
  };

  const campaigns = async (): Promise<CampaignTable> => {
    const opened = await (workload ??= asAdmin(openWorkload).catch((error: unknown) => {
      workload = undefined;
      throw error;
    }));
    const { client } = stage;
    return asAdmin((lena) => readCampaigns({ client, admin: lena, apiUrl }, opened));
  };

  const home = async (): Promise<SimulatedAnswer> => {
    const accounts = await asAdmin(playgroundAccounts);
    const table = await campaigns().catch((error: unknown) => noCampaigns(error));
    return startPage({
      portalUrl,
      apiUrl,
      people: everybody,
      providers: providers.map((each) => ({
        ...each,
        alternatives: alternativesOf(stage.providers.of(each.provider).simulator.ways, each.connectFields),
        account: accounts.get(each.provider),
      })),
      table,
    });
  };

  const answer = async (path: string): Promise<SimulatedAnswer | undefined> => {
    if (path === '/') return home();
    const provider = providers.find((each) => path === connectPath(each.provider));
    if (provider !== undefined) {
      const links = await asAdmin((client) => playgroundLinks(stage, client, [provider]));
      return redirect(links.get(provider.provider) ?? '/');
    }
    const person = everybody.find(({ id }) => path === signInPath(id));
    return person && redirect((await stage.sessions.linkFor(person.email)).href);
  };

  return {
    answer: (path) =>
      answer(path).catch((error: unknown) =>
        failurePage(error instanceof Error ? error.message : 'Something failed.'),
      ),
  };
}
