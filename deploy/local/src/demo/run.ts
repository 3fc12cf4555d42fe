import { portalAddressOf } from '../config.ts';
import type { DataDirectory } from '../data-directory.ts';
import { mailLine } from '../embedded.ts';
import { type RunningEmbedded, runEmbedded } from '../run-embedded.ts';
import { clientAt } from './client.ts';
import { type DemoConfig, localConfigOf } from './config.ts';
import { completeDemoFolder, openDemoFolder } from './folder.ts';
import { createHost, type Host } from './host.ts';
import { createInbox } from './inbox.ts';
import { refusalOf } from './outsiders.ts';
import { everybody, people } from './people.ts';
import { playgroundLinks, providersOf } from './playground.ts';
import { useUpQuota } from './quota-fault.ts';
import { createSessions } from './sessions.ts';
import { type Simulators, startSimulators } from './simulators.ts';
import { failurePage } from './start-page.ts';
import { tellStory } from './story/story.ts';
import { summary } from './summary.ts';

/** Runs the embedded platform with simulators; makes the sample data where it is missing. */
export async function runDemo(config: DemoConfig, print: (line: string) => void): Promise<void> {
  const inbox = createInbox();
  const names = new Map<string, string>();
  let simulators: Simulators | undefined;
  let host: Host | undefined;
  let isComplete = false;

  const prepare = async (data: DataDirectory, addCleanup: (step: () => Promise<void>) => void) => {
    isComplete = await openDemoFolder(data, print);
    const started = await startSimulators(config, data.path, {
      consentPageName: (provider) => names.get(provider) ?? provider,
      otherwise: async (request) =>
        refusalOf(request) ?? host?.answer(request.path) ?? failurePage('The demo is still starting.'),
    });
    addCleanup(() => started.stop());
    simulators = started;
    return localConfigOf(config, started.settings);
  };

  const ready = async ({ data, address }: RunningEmbedded): Promise<void> => {
    if (simulators === undefined) throw new Error('the simulators are not started');
    const began = performance.now();
    const client = clientAt(address);
    const { providers } = simulators;
    const stage = { client, sessions: createSessions(client, inbox), providers };
    if (isComplete) useUpQuota(providers);
    else await tellStory(stage, print);
    const lena = await stage.sessions.of(people.lena.email);
    const known = await providersOf(lena);
    for (const { provider, name } of known) names.set(provider, name);
    await playgroundLinks(stage, lena, known);
    if (!isComplete) await completeDemoFolder(data);
    isComplete = true;
    print(`sample data: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);

    const portalUrl = portalAddressOf(localConfigOf(config));
    host = createHost({ stage, providers: known, portalUrl, apiUrl: address, admin: lena });
    const startPage = `http://localhost:${config.DEMO_PORT}`;
    print(summary({ startPage, portalUrl, apiUrl: address, dataDirectory: data.path, people: everybody }));
  };

  await runEmbedded({
    config: localConfigOf(config),
    print,
    onMail(mail) {
      inbox.receive(mail);
      // Those of the sample data are read by the demo itself.
      if (host !== undefined) print(mailLine(mail));
    },
    prepare,
    ready,
  });
}
