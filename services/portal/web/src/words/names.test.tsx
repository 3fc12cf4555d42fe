import { expect, it } from 'vitest';
import { deletion } from '../console/words/en/deletion.ts';
import { passkeys } from '../console/words/en/passkeys.ts';
import { webhooks } from '../console/words/en/webhooks.ts';
import { words as consoleWords } from '../console/words/words.ts';
import { words } from './words.ts';

const name = 'The Trade Desk';

/** A value for every parameter of a text: as a string it is the name, and so is each of its properties and items. */
const anything: unknown = new Proxy(() => undefined, {
  apply: () => anything,
  get(_, key) {
    if (key === Symbol.toPrimitive) return () => name;
    if (key === Symbol.iterator) return () => [name, name].values();
    return anything;
  },
});

/** Every text, where names stand in it with the name. */
function textsIn(value: unknown): string[] {
  if (value === anything) return [name];
  if (typeof value === 'string') return [value];
  if (typeof value === 'function')
    return textsIn((value as (...values: unknown[]) => unknown)(anything, anything, anything));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

it('no article and no pronoun stands before a name, which may begin with an article', () => {
  const texts = textsIn([words, consoleWords, deletion, passkeys, webhooks]);
  expect(texts.filter((text) => text.includes(name)).length).toBeGreaterThan(100);
  expect(texts.filter((text) => /\b(?:a|an|the|new|your|their) The Trade Desk/i.test(text))).toEqual([]);
});
