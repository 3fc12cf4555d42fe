import { numbered, type Subject } from './audit-entries.ts';

const person = (number: number): NonNullable<Subject['actor']> => ({
  id: numbered('01900000', number),
  name: `Person ${number}`,
});
const target = (number: number): string => numbered('01910000', number);

/** Values that many entries of a trail have: two in five, or one in five of its workspace, target and actor. */
export const frequent = {
  action: 'integration.status_changed',
  actor: person(0),
  workspaceSlug: 'spring',
  targetId: target(0),
} satisfies Subject;

/** Values that `rareEntries` entries of a trail have, however long it is. */
export const rare = {
  action: 'workspace.updated',
  actor: person(1),
  workspaceSlug: 'winter',
  targetId: target(1),
} satisfies Subject;
export const rareEntries = 10;

/** By people. The frequent action is by the system: it and the frequent actor never meet in an entry. */
const others = [
  'integration.updated',
  'integration.created',
  'user.signed_in',
  'member.added',
  'api_key.created',
  'invitation.created',
];
const people = Array.from({ length: 50 }, (_, number) => person(2 + number));
const workspaces = Array.from({ length: 20 }, (_, number) => `workspace-${number}`);

/** Numbers from 0 on below 2^32 that look random, the same ones for the same place. */
const scattered = (place: number): number => {
  let mixed = Math.imul(place ^ (place >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};
const oneOf = <T>(values: readonly [T, ...T[]] | readonly T[], number: number): T =>
  values[number % values.length] as T;

/** What the entry at a place of a trail is about; `length` is that of the trail. */
export function subjectAt(place: number, length: number): Subject {
  const distance = Math.max(1, Math.floor(length / rareEntries));
  if (place % distance === Math.floor(distance / 2) && place < distance * rareEntries) return rare;
  const number = scattered(place);
  const action = number % 5 < 2 ? frequent.action : oneOf(others, number >>> 4);
  const inWorkspace = action.startsWith('integration.');
  return {
    action,
    actor:
      action === frequent.action
        ? undefined
        : (number >>> 8) % 3 === 0
          ? frequent.actor
          : oneOf(people, number >>> 10),
    workspaceSlug: !inWorkspace
      ? undefined
      : (number >>> 12) % 5 === 0
        ? frequent.workspaceSlug
        : oneOf(workspaces, number >>> 14),
    targetId: inWorkspace && (number >>> 16) % 5 === 0 ? frequent.targetId : target(2 + (number % 5_000)),
  };
}
