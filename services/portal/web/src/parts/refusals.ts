import { createContext, useContext } from 'react';
import type { Problem, Schemas } from '../api/answer.ts';
import { words } from '../words/words.ts';

type FieldProblem = Schemas['FieldProblem'];

/** What the API said of the fields of a form, by their names. */
export type Refusals = ReadonlyMap<string, string>;

export const RefusalsContext = createContext<Refusals>(new Map());

/** The error of a field after a refusal: the API's words begin after the name of the field. */
export function useRefusal(name: string | undefined, label: string): string | undefined {
  const message = useContext(RefusalsContext).get(name ?? '');
  return message === undefined ? undefined : words.common.fieldError(label, message);
}

/** The attribute of inputs that show their refusal. */
export const saysRefusal = { 'data-says-refusal': '' };

export const refusalsIn = (problem: Problem | undefined): readonly FieldProblem[] =>
  problem?.status === 400 ? problem.errors : [];

const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What a field is called that a page does not show: `body.returnUrl` is "Return url". */
const nameOf = (path: string): string => {
  const last = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
  return upperFirst(last.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase());
};

/** A refused field as a sentence. */
export const sentenceOf = ({ path, message }: FieldProblem): string =>
  path === '' ? `${upperFirst(message)}.` : words.common.fieldError(nameOf(path), message);
