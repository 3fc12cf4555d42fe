import { lifetimes } from '@patchbay/platform/lifetimes';
import { most } from '@patchbay/platform/maximums';

export interface Pace {
  /** Milliseconds from the first notice to the mail that tells it, with those that come meanwhile. */
  readonly gatherMs: number;
  /** Milliseconds between two mails to a person about a workspace, at least. */
  readonly apartMs: number;
}

export const pace: Pace = { gatherMs: 10 * 60_000, apartMs: 60 * 60_000 };

/** `broken`: the integration is in status error. `ending`: its authorization ends soon. */
export type NoticeKind = 'broken' | 'ending';

/** What watchers of a workspace are told about one of its integrations. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly integrationId: string;
  readonly name: string;
  /** When the authorization ends; null unless the kind is `ending`. */
  readonly endsAt: Date | null;
  /** Whether the integration worked before. */
  readonly worked: boolean;
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
}

/** The notices of one mail, by workspace. */
export interface Digest {
  readonly workspaces: readonly (Notice['workspace'] & { readonly notices: readonly Notice[] })[];
  /** How many notices of the watcher the mail leaves out. */
  readonly more: number;
}

/** `notices` are in the order of their workspaces; `total` counts those beyond them too. */
export function digestOf(notices: readonly Notice[], total: number): Digest {
  const workspaces = new Map<string, Notice['workspace'] & { readonly notices: Notice[] }>();
  let shown = 0;
  for (const notice of notices.slice(0, most.linesOfMail)) {
    const { workspace } = notice;
    const known = workspaces.get(workspace.id) ?? { ...workspace, notices: [] };
    if (known.notices.length === 0 && workspaces.size === most.workspacesOfMail) break;
    known.notices.push(notice);
    workspaces.set(workspace.id, known);
    shown += 1;
  }
  return { workspaces: [...workspaces.values()], more: total - shown };
}

/** What the link of a mail ends, sealed in its token. */
export interface EndOfWatching {
  readonly userId: string;
  readonly organizationId: string;
  readonly workspaceIds: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export const endOfWatchingSeconds = lifetimes.endWatchingDays * 24 * 60 * 60;

export const endOfWatching = (what: Omit<EndOfWatching, 'expiresAt'>, now: Date): EndOfWatching => ({
  ...what,
  expiresAt: now.getTime() + endOfWatchingSeconds * 1000,
});
