import type { Action } from '@patchbay/trail/action';
import type { EventContext } from './topics.ts';

type Subject<Name extends string> = Name extends `${infer Before}.${string}` ? Before : never;

/** The service whose events have an action, by the word before the dot. A subject that is missing is a compile error. */
const owners: Readonly<Record<Subject<Action>, EventContext>> = {
  user: 'identity',
  session: 'identity',
  organization: 'organization',
  member: 'organization',
  invitation: 'organization',
  workspace: 'organization',
  workspace_member: 'organization',
  api_key: 'organization',
  integration: 'integration',
};

const isSubject = (word: string): word is keyof typeof owners => Object.hasOwn(owners, word);

/** Undefined for a subject that this version does not know: a newer version of its service may publish it. */
export function ownerOf(action: string): EventContext | undefined {
  const [subject = ''] = action.split('.', 1);
  return isSubject(subject) ? owners[subject] : undefined;
}
