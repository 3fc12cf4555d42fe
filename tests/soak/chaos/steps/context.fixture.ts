import { createRandom } from '../../../random.ts';
import type { Request, Sender } from '../client.ts';
import { createLedger } from '../ledger.ts';
import { createLocks, createWorld } from '../world.ts';
import type { StepContext } from './step.ts';

/** A context whose gateway answers as `answer` says, with a world of two organizations in which nobody has signed in. */
export function contextWith(answer: (request: Request) => { status: number; body?: unknown }) {
  const sent: Request[] = [];
  const lines: string[] = [];
  const sender: Sender = {
    statuses: new Map(),
    onEnd: () => {},
    close: () => {},
    async send(request) {
      sent.push(request);
      const { status, body } = answer(request);
      const at = Date.now();
      return {
        attempt: { requestId: `r${sent.length}`, sentAt: at, endedAt: at, status },
        body,
        replayed: false,
      };
    },
  };
  const random = createRandom(1);
  const end = new AbortController();
  const context: StepContext = {
    world: createWorld({ organizations: 2, colleagues: 1, outsiders: 0, probePeople: 1 }),
    random,
    mailbox: { read: async () => [], linkTo: async () => 'a token' },
    client: { sender, ledger: createLedger(), random: random.fork(), creations: [], end: end.signal },
    locks: createLocks(),
    adProvider: { provider: 'simulated', fields: { secret: 'a secret' } },
    log: (line) => void lines.push(line),
  };
  return { context, sent, lines, end };
}
