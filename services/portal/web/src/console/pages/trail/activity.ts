import type { Schemas } from '../../../api/answer.ts';
import type { Told } from './story.ts';

/**
 * An activity as sentences tell an entry of the trail. It has no changes: of a change of status, the details have the new one. Whom and what
 * it leaves out, sentences leave out too.
 */
export function toldOf({ action, actor, target, metadata }: Schemas['Activity']): Told {
  const { status } = metadata;
  return {
    action,
    actor: { ...actor, id: null, email: null, apiKeyPrefix: null },
    target,
    workspace: null,
    metadata,
    changes: typeof status === 'string' ? [{ field: 'status', before: null, after: status }] : [],
  };
}

/** With what a list needs beside the sentence. */
export const tellable = (activity: Schemas['Activity']) => ({
  ...toldOf(activity),
  id: activity.id,
  occurredAt: activity.occurredAt,
});
