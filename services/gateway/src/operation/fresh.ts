import { reaches } from '@patchbay/access/role';
import { forbidden } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import type { CountedRequest } from '../limits/limit.ts';
import { dateOf } from '../present/time.ts';
import type { CurrentSession, Permitted } from '../request/stages.ts';
import type { Services } from '../services.ts';
import { type CallerAccess, type PublicAccess, ruleIn } from './access.ts';

/** A session is fresh if its person has proved who they are in the last 15 minutes. True: every request with a session needs it. */
export type Fresh<P, Q, B> =
  | true
  | {
      /** Which requests need it, in words that follow "where". */
      readonly when: string;
      needed(request: CountedRequest<P, Q, B>, services: Services): boolean | Promise<boolean>;
    };

/** Of the operations that can make somebody an admin, of an organization or of a workspace. */
export const freshForAdmins = {
  when: 'the role is `admin`',
  needed: ({ body }: { readonly body: { readonly role: string } }): boolean => body.role === 'admin',
};

type Loose = Readonly<Record<string, unknown>>;

/** The part of an operation that says whether it needs a fresh session. */
export interface Confirmed {
  readonly access: PublicAccess | CallerAccess;
  readonly fresh?: Fresh<Loose, Loose, unknown>;
}

const isFresh = ({ record }: CurrentSession, now: Date): boolean => {
  const { authenticatedAt = record.createdAt } = record;
  return now.getTime() - dateOf(authenticatedAt).getTime() < lifetimes.freshMinutes * 60_000;
};

/** Whether the service will refuse the caller for their role: they need not prove first who they are. */
function lacksRole({ access }: Permitted, operation: Confirmed): boolean {
  const rule = ruleIn(operation.access);
  const role = rule && access?.[rule.scope]?.role;
  return rule !== undefined && role !== undefined && !reaches(role, rule.least);
}

/** Refuses a session that is not fresh where the operation needs one. API keys are not asked. */
export async function demandFresh(
  permitted: Permitted,
  operation: Confirmed,
  services: Services,
): Promise<void> {
  const { fresh } = operation;
  const { session, exchange } = permitted;
  if (fresh === undefined || session === undefined || isFresh(session, exchange.clock.now())) return;
  if (lacksRole(permitted, operation)) return;
  if (fresh !== true && !(await fresh.needed(permitted, services))) return;
  throw forbidden(
    `confirmation_required: Prove who you are first: confirm this session, or sign in again. That counts for ${lifetimes.freshMinutes} minutes.`,
    'session_not_fresh',
  );
}
