import { mailLine } from '@patchbay/local/embedded/compose';
import { type DataDirectory, portalAddressOf } from '@patchbay/local/embedded/config';
import { type RunningEmbedded, runEmbedded } from '@patchbay/local/embedded/run';
import { clientAt } from './client.ts';
import { type DemoConfig, localConfigOf } from './config.ts';
import { completeDemoFolder, openDemoFolder } from './folder.ts';
import { createHost, type Host } from './host.ts';
import { everybody, type Person, people } from './people.ts';
import { playgroundLinks, providersOf } from './playground.ts';
import { createReceiver, receiverPath } from './receiver.ts';
import { createInbox, createSessions } from './sessions.ts';
import { type Simulators, startSimulators, useUpQuota } from './simulators.ts';
import { commandLines, failurePage, refusalOf } from './start-page.ts';
import { tellStory } from './story/story.ts';

/** Runs the embedded platform with simulators; makes the sample data where it is missing. */
export async function runDemo(config: DemoConfig, print: (line: string) => void): Promise<void> {
  const inbox = createInbox();
  const names = new Map<string, string>();
  const receiver = createReceiver();
  let simulators: Simulators | undefined;
  let host: Host | undefined;
  let isComplete = false;

  const prepare = async (data: DataDirectory, addCleanup: (step: () => Promise<void>) => void) => {
    isComplete = await openDemoFolder(data, print);
    const started = await startSimulators(config, data.path, {
      consentPageName: (provider) => names.get(provider) ?? provider,
      otherwise: async (request) =>
        refusalOf(request) ??
        receiver.answer(request) ??
        host?.answer(request) ??
        failurePage('The demo is still starting.'),
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
    if (!isComplete) await tellStory(stage, print);
    const withdraw = useUpQuota(providers);
    const lena = await stage.sessions.of(people.lena.email);
    const known = await providersOf(lena);
    for (const { provider, name } of known) names.set(provider, name);
    await playgroundLinks(stage, lena, known);
    await receiver.subscribe(lena, `http://127.0.0.1:${config.DEMO_PORT}${receiverPath}`);
    if (!isComplete) await completeDemoFolder(data);
    isComplete = true;
    print(`sample data: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);

    const portalUrl = portalAddressOf(localConfigOf(config));
    host = await createHost({
      stage,
      inbox,
      providers: known,
      portalUrl,
      apiUrl: address,
      admin: lena,
      withdraw,
      receiver,
    });
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

interface Summary {
  readonly startPage: string;
  readonly portalUrl: string;
  readonly apiUrl: string;
  readonly dataDirectory: string;
  readonly people: readonly Person[];
}

/** Printed when the demo is ready; at most a screen of 40 lines. */
export function summary({ startPage, portalUrl, apiUrl, dataDirectory, people: shown }: Summary): string {
  const width = Math.max(...shown.map(({ email }) => email.length));
  const lines = shown.map(
    ({ email, role, sees }) => `  ${email.padEnd(width)}  ${role.padEnd(6)}  sees ${sees}`,
  );
  return `
The demo is ready. Begin here:

  ${startPage}

It has two roles to take, a story in six steps, and each of the twenty advertising systems with what to
type. The systems are simulated: nothing leaves this machine.

  Portal     ${portalUrl}
  Reference  ${apiUrl}/docs
  Data       ${dataDirectory} (survives a restart; delete the folder to begin anew)

Whom to sign in as. Type the address in the Portal, and open the link that is printed here:

${lines.join('\n')}

On the command line, in another terminal of this folder:

  ${commandLines(apiUrl).join('\n  ')}

Ctrl-C stops everything.
`;
}
