import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel, type Random } from '../../random.ts';
import { replay } from './client.ts';
import {
  foundOrganization,
  makeRoom,
  read,
  renameSomebody,
  signInWhileRenaming,
  signInWhileRenamingSomebody,
} from './steps/account.ts';
import {
  changeKey,
  createPersonalKey,
  createSharedKey,
  requestWithKey,
  rotateKey,
} from './steps/api-keys.ts';
import { deleteAccount, deleteOrganization, deleteWorkspace } from './steps/deletions.ts';
import {
  connectIntegration,
  createIntegration,
  deleteIntegration,
  relayChange,
  switchIntegration,
  verifyIntegration,
} from './steps/integrations.ts';
import { answerInvitation, invite, resendInvitation } from './steps/invitations.ts';
import { changeRole, createWorkspaceAsViewer, removeOrLeave, renameOrganization } from './steps/members.ts';
import { signIn, signInAgain, signInAndOut } from './steps/sign-in.ts';
import { pathOf, type Step, type StepContext, withRandom } from './steps/step.ts';
import { assign, createTakenWorkspace, createWorkspace, renameWorkspace } from './steps/workspaces.ts';

/** How often each step is tried, relative to the others. */
const weights: readonly (readonly [Step, number])[] = [
  [renameSomebody, 14],
  [signInWhileRenamingSomebody, 5],
  [signInAgain, 8],
  [signInAndOut, 3],
  [read, 18],
  [requestWithKey, 8],
  [createWorkspace, 8],
  [renameWorkspace, 5],
  [createTakenWorkspace, 2],
  [assign, 7],
  [changeRole, 5],
  [removeOrLeave, 5],
  [createWorkspaceAsViewer, 2],
  [renameOrganization, 2],
  [invite, 9],
  [answerInvitation, 11],
  [resendInvitation, 2],
  [createPersonalKey, 6],
  [createSharedKey, 6],
  [rotateKey, 6],
  [changeKey, 6],
  [createIntegration, 7],
  [connectIntegration, 7],
  [verifyIntegration, 4],
  [relayChange, 10],
  [switchIntegration, 6],
  [deleteIntegration, 2],
];
const steps = weights.flatMap(([step, weight]) => Array.from({ length: weight }, () => step));

/** Of clients of their own, who wait for faults. */
const deletions = [deleteWorkspace, deleteWorkspace, deleteOrganization, deleteAccount];

export interface TrafficBounds {
  /** Requests at the same time, about: some steps send two. */
  readonly clients: number;
  /** Beside them, those who delete what they have made. Default: none. */
  readonly deleters?: number;
  /** Between two steps of a client, milliseconds. */
  readonly pauseMs: { readonly min: number; readonly max: number };
}

/** Founds the organizations and signs some of their people in, before the first fault. */
export async function found(context: StepContext, { clients }: TrafficBounds): Promise<void> {
  const { world, random } = context;
  await inParallel([...world.organizations, world.probe], clients, (organization) =>
    foundOrganization(context, organization),
  );
  const colleagues = world.people.filter(({ domain, hasAccount }) => domain !== undefined && !hasAccount);
  // The others join while faults happen.
  const first = colleagues.filter(() => random.chance(0.6));
  await inParallel([...first, ...world.probePeople], clients, (person) => signIn(context, person));
}

/** Runs steps until the signal; resolves when every step has ended, that is, when the outcome of each change is known. */
export async function runTraffic(
  context: StepContext,
  { clients, deleters = 0, pauseMs }: TrafficBounds,
  stop: AbortSignal,
): Promise<void> {
  const run = async (from: readonly Step[], choices: Random, own: StepContext): Promise<void> => {
    while (!stop.aborted) {
      await makeRoom(own);
      await choices.pick(from)(own);
      await sleep(choices.between(pauseMs.min, pauseMs.max));
    }
  };
  const { random } = context;
  // What is drawn within a step depends on answers: the choice of steps has a sequence of its own.
  const start = (count: number, from: readonly Step[]): Promise<void>[] =>
    Array.from({ length: count }, () => run(from, random.fork(), withRandom(context, random.fork())));
  await Promise.all([...start(clients, steps), ...start(deleters, deletions)]);
}

/**
 * After the last fault: half of the people sign in while they are renamed, so that the end of a run has many chances of a stale
 * name; the others keep what the faults left. Then creations of owners, who still may, are sent once more with their keys.
 */
export async function closeTraffic(
  context: StepContext,
  { clients }: TrafficBounds,
  replays: number,
): Promise<void> {
  const { world, random, client } = context;
  const half = random.shuffle(world.people).slice(0, Math.ceil(world.people.length / 2));
  await inParallel(half, clients, (person) => signInWhileRenaming(context, person));
  // In their own organizations: elsewhere they are members like others and may have left.
  const creations = client.creations.filter(({ change, request }) =>
    world.organizations.some(
      (organization) =>
        organization.owner.email === change.actor.email &&
        request.path.startsWith(`${pathOf(organization)}/`),
    ),
  );
  await inParallel(random.shuffle(creations).slice(0, replays), clients, (creation) =>
    replay(client, creation),
  );
}
