import type { Schemas } from '../../api/answer.ts';

type ApiKey = Schemas['ApiKey'];
type Grant = Schemas['Grant'];

/** A key that can use the integration, or can be let in. */
export interface UsableKey {
  readonly apiKey: ApiKey;
  /** Its live grant. */
  readonly grant: Grant | undefined;
}

export type KeyRefusal = 'viewer' | 'workspace' | 'disabled' | 'expired' | 'revoked';

/** A key that cannot use the integration, and why. */
export interface RefusedKey {
  readonly apiKey: ApiKey;
  readonly reason: KeyRefusal;
}

function refusalOf({ status, role, workspaceSlug }: ApiKey, here: string): KeyRefusal | undefined {
  if (status !== 'active') return status;
  if (workspaceSlug !== undefined && workspaceSlug !== here) return 'workspace';
  // A personal key has the role of its person.
  return role === 'viewer' ? 'viewer' : undefined;
}

interface KeyOptions {
  /** Those with access first, then the newest first. */
  readonly usable: readonly UsableKey[];
  /** Those that still work first, then the newest first. */
  readonly refused: readonly RefusedKey[];
}

/** The keys in the order of a choice. */
export function keyOptions(
  keys: readonly ApiKey[],
  grants: readonly Grant[],
  workspaceSlug: string,
): KeyOptions {
  const live = new Map(
    grants.filter(({ status }) => status === 'active').map((grant) => [grant.apiKey.id, grant]),
  );
  const usable: UsableKey[] = [];
  const refused: RefusedKey[] = [];
  for (const apiKey of keys.toReversed()) {
    const reason = refusalOf(apiKey, workspaceSlug);
    if (reason === undefined) usable.push({ apiKey, grant: live.get(apiKey.id) });
    else refused.push({ apiKey, reason });
  }
  const isLow = ({ reason }: RefusedKey): boolean => reason === 'expired' || reason === 'revoked';
  return {
    usable: [
      ...usable.filter(({ grant }) => grant !== undefined),
      ...usable.filter(({ grant }) => grant === undefined),
    ],
    refused: [...refused.filter((each) => !isLow(each)), ...refused.filter(isLow)],
  };
}
