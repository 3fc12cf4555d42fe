import type { SimulatedAnswer } from '@patchbay/testing/ad-providers/simulator';
import { type Client, Refused } from './client.ts';
import { entriesAfter } from './live.ts';
import { everybody, people, playground } from './people.ts';
import { type Provider, playgroundLinks, playgroundStates } from './playground.ts';
import type { Receiver } from './receiver.ts';
import type { Inbox } from './sessions.ts';
import type { Withdraw } from './simulators.ts';
import { integrationsPath, organizationPath, type Stage } from './stage.ts';
import {
  alternativesOf,
  connectPath,
  failurePage,
  mailPage,
  paths,
  signInPath,
  startPage,
} from './start-page.ts';
import { curlOf } from './workload.ts';

interface HostOptions {
  readonly stage: Stage;
  readonly inbox: Inbox;
  readonly providers: readonly Provider[];
  readonly portalUrl: string;
  readonly apiUrl: string;
  /** A session of an admin. Where it has ended, a new one is opened. */
  readonly admin: Client;
  readonly withdraw: Withdraw;
  readonly receiver: Receiver;
}

/** Answers the start page, and performs its actions as an admin of the agency. */
export interface Host {
  answer(request: { readonly method: string; readonly path: string }): Promise<SimulatedAnswer | undefined>;
}

const redirect = (location: string): SimulatedAnswer => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});
const done: SimulatedAnswer = { status: 204 };

/** The provider that the story is about. */
const storyProvider = 'google_ads';

/** Sends an invitation that waits for its answer once more, so that a start page has a mail with a button that works. */
async function mailAnInvitation(admin: Client, inbox: Inbox): Promise<void> {
  inbox.clear();
  const path = `${organizationPath}/invitations`;
  const { invitations } = await admin.get<{ invitations: { id: string; status: string }[] }>(path);
  const waiting = invitations.find(({ status }) => status === 'pending');
  if (waiting !== undefined) await admin.post(`${path}/${waiting.id}/resend`);
}

export async function createHost(options: HostOptions): Promise<Host> {
  const { stage, inbox, providers, portalUrl, apiUrl, admin, withdraw, receiver } = options;
  const began = new Date().toISOString();
  let session: Promise<Client> | undefined = Promise.resolve(admin);
  let isStoryLinked = false;

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
  const storyIntegration = async (): Promise<string> => {
    const states = await asAdmin(playgroundStates);
    return states.get(storyProvider)?.id ?? '';
  };

  const curl = await curlOf(admin, apiUrl, await storyIntegration());
  await mailAnInvitation(admin, inbox);

  const home = async (): Promise<SimulatedAnswer> => {
    const states = await asAdmin(playgroundStates);
    return startPage({
      portalUrl,
      apiUrl,
      curl,
      began,
      people: everybody,
      providers: providers.map((each) => ({
        ...each,
        alternatives: alternativesOf(stage.providers.of(each.provider).simulator.ways, each.connectFields),
        state: states.get(each.provider),
      })),
    });
  };

  const live = async (after: number): Promise<SimulatedAnswer> => ({
    headers: { 'cache-control': 'no-store' },
    json: {
      entries: await asAdmin((client) => entriesAfter(client, after)),
      states: Object.fromEntries(await asAdmin(playgroundStates)),
      deliveries: receiver.received(),
      mails: inbox.mails().map(({ number, to, subject, date }) => ({ number, to, subject, date })),
    },
  });

  const connectLink = async (provider: Provider, anew = false): Promise<SimulatedAnswer> => {
    const links = await asAdmin((client) => playgroundLinks(stage, client, [provider], { anew }));
    return redirect(links.get(provider.provider) ?? '/');
  };

  /** The token is withdrawn at the provider, and a verification finds out, as the one in the background does some hours later. */
  const withdrawToken = async (): Promise<SimulatedAnswer> => {
    const path = `${integrationsPath(playground.slug)}/${await storyIntegration()}/verify`;
    await withdraw(() => asAdmin((client) => client.post(path)));
    return done;
  };

  const read = async (path: string): Promise<SimulatedAnswer | undefined> => {
    if (path === '/') return home();
    const [, name, rest = ''] = path.split('/');
    if (name === 'live') return live(Number(rest) || 0);
    const mail = inbox.mails().find(({ number }) => path === paths.mail(number));
    if (mail !== undefined) return mailPage(mail.html);
    const story = providers.find((each) => each.provider === storyProvider);
    if (path === paths.story && story !== undefined) {
      const anew = !isStoryLinked;
      isStoryLinked = true;
      return connectLink(story, anew);
    }
    const provider = providers.find((each) => path === connectPath(each.provider));
    if (provider !== undefined) return connectLink(provider);
    const person = everybody.find(({ id }) => path === signInPath(id));
    return person && redirect((await stage.sessions.linkFor(person.email)).href);
  };

  const change = async (path: string): Promise<SimulatedAnswer | undefined> => {
    if (path === paths.withdraw) return withdrawToken();
    if (path === paths.forge) {
      receiver.forge();
      return done;
    }
    if (path !== paths.signInMail) return undefined;
    await stage.client.post('/v1/auth/magic-link', { email: people.lena.email });
    return done;
  };

  return {
    answer: ({ method, path }) =>
      (method === 'POST' ? change(path) : read(path)).catch((error: unknown) =>
        failurePage(error instanceof Error ? error.message : 'Something failed.'),
      ),
  };
}
