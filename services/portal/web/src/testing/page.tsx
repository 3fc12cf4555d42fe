import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { BrowserRouter } from 'react-router';
import { vi } from 'vitest';
import { Console } from '../console/console.tsx';
import { queries } from '../console/data/queries.ts';
import { Pages } from '../pages/pages.tsx';
import { takeSecretFromAddress } from '../secrets-in-address.ts';
import {
  type Answers,
  answer,
  answerExamples,
  deliver,
  everythingOfOrganization,
  everythingOfWorkspace,
  example,
} from './api.ts';

/** The addresses of the examples. */
export const organization = '/o/acme';
export const workspace = `${organization}/w/brand-campaigns`;

/** What the API says to an admin who may do everything. */
const asAdmin: Answers = {
  getOrganization: example('getOrganization', { can: [...everythingOfOrganization] }),
  getWorkspace: example('getWorkspace', { can: [...everythingOfWorkspace] }),
};

/** From now on the API answers as it does to an admin. */
export function recover(): void {
  answerExamples();
  answer(asAdmin);
}

type Role = 'admin' | 'member' | 'viewer' | 'guest';

/** What the API says to somebody with a role, who may do what is named in the organization and in the workspace. */
const as = (role: Role, can: readonly string[]): Answers => ({
  getOrganization: example('getOrganization', { role, can: [...can] }),
  getWorkspace: example('getWorkspace', { role: role === 'guest' ? 'viewer' : role, can: [...can] }),
});

const changed = new MutationObserver(() => undefined);
/** Far more than a page ever needs. */
const mostRounds = 60;

/**
 * Answers all requests that wait, and resolves when the page makes no more of them and draws nothing new. Time moves by frames of a
 * screen only.
 */
export async function settled(): Promise<void> {
  changed.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  let quiet = 0;
  for (let round = 0; quiet < 2; round += 1) {
    if (round === mostRounds) throw new Error('the page does not come to rest');
    let answered = 0;
    await act(async () => {
      answered = deliver();
      await vi.advanceTimersByTimeAsync(16);
      await vi.dynamicImportSettled();
    });
    quiet = answered === 0 && changed.takeRecords().length === 0 ? quiet + 1 : 0;
  }
}

/** Lets time pass for the page. */
export async function passes(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await settled();
}

let user: UserEvent;

/** Opens a page and waits until it is drawn. The API answers its examples to an admin, except for `answers`. */
export async function open(path: string, answers: Answers = {}): Promise<void> {
  answer({ ...asAdmin, ...answers });
  user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  history.replaceState(null, '', path);
  const isConsole = /^\/(?:$|\?|account|o\/)/.test(path);
  if (!isConsole) takeSecretFromAddress();
  await act(
    async () =>
      void render(
        <BrowserRouter useTransitions={false}>{isConsole ? <Console /> : <Pages />}</BrowserRouter>,
      ),
  );
  await settled();
}

/** Opens a page as somebody with a role, who may do what is named. */
export const pageAs = (
  role: Role,
  path: string,
  can: readonly string[] = [],
  answers: Answers = {},
): Promise<void> => open(path, { ...as(role, can), ...answers });

/** Loads the page again: what the browser stores is kept, and nothing else. */
export const reload = (answers: Answers = {}): Promise<void> => reopen(address(), answers);

/** Opens another address, as from a mail: what the browser stores is kept, and nothing else. */
export async function reopen(path: string, answers: Answers = {}): Promise<void> {
  cleanup();
  queries.clear();
  await open(path, answers);
}

/** Where the person is: the dialog on top, or the whole page. */
export function here(): ReturnType<typeof within> {
  const top = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1);
  return top === undefined ? screen : within(top);
}

type Name = string | RegExp;

/** The only element of this role and name where the person is. The options of a field are drawn above everything. */
export const the = (role: string, name: Name): HTMLElement =>
  (role === 'option' ? screen : here()).getByRole(role, { name });
/** Whether the page says it somewhere. */
export const says = (text: Name): boolean =>
  typeof text === 'string' ? document.body.textContent.includes(text) : text.test(document.body.textContent);
export const dialog = (name?: Name): HTMLElement | null =>
  screen.queryByRole('dialog', name === undefined ? {} : { name });

/** Clicks, and draws what follows before an answer comes. */
export async function click(role: string, name: Name): Promise<void> {
  await clickOn(the(role, name));
}

export async function clickOn(element: HTMLElement | undefined): Promise<void> {
  if (element === undefined) throw new Error('there is nothing to click on');
  await user.click(element);
  await act(() => vi.advanceTimersByTimeAsync(0));
}

/** Clicks, and waits until the page has come to rest. */
export async function press(role: string, name: Name): Promise<void> {
  await click(role, name);
  await settled();
}

/** Types over what a field has. */
export async function fill(label: Name, text: string): Promise<void> {
  const field = here().getByLabelText(label);
  await user.clear(field);
  await user.click(field);
  if (text !== '') await user.paste(text);
  await settled();
}

/** Chooses an option of a list. */
export async function choose(label: Name, option: string): Promise<void> {
  await user.selectOptions(here().getByLabelText(label), option);
  await settled();
}

/** Presses keys, such as `{Enter}`, where the focus is. */
export async function keys(text: string): Promise<void> {
  await user.keyboard(text);
  await settled();
}

/** Everything that the browser keeps for the page. */
export const stored = (): string =>
  JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]);

/** Path and query of the page. */
export const address = (): string => location.pathname + location.search;
