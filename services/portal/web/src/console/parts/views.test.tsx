import { expect, it } from 'vitest';
import { example } from '../../testing/api.ts';
import { address, dialog, fill, open, press, reload, says, workspace } from '../../testing/page.tsx';
import { views as naming } from '../words/en/views.ts';
import { words } from '../words/words.ts';

const page = `${workspace}/integrations`;
const text = words.common.views;
/** What stands in the row of views, from the left. A menu has no text. */
const views = (): (string | null)[] =>
  [...document.querySelectorAll(`[aria-label="${text.label}"] button`)].map(({ textContent }) => textContent);

async function save(name: string): Promise<void> {
  await press('button', text.save);
  await fill(naming.name, name);
  await press('button', naming.save.submit);
}

it('a view is saved with a name, shown on the list after a reload, and opens its filters and its order', async () => {
  await open(`${page}?state=working&sort=-checked&tab=access`);
  await save('Mornings');
  expect(says(naming.save.done('Mornings'))).toBe(true);
  const { user } = example('getSession');
  expect(localStorage.getItem(`patchbay.views.${user.id}.${example('getOrganization').id}`)).toBe(
    JSON.stringify({
      [`integrations/${example('getWorkspace').id}`]: [
        { name: 'Mornings', parameters: 'sort=-checked&state=working' },
      ],
    }),
  );
  await press('button', 'Mornings');
  expect(address()).toBe(page);
  await reload();
  await press('button', 'Mornings');
  expect(address()).toBe(`${page}?sort=-checked&state=working`);
});

it('a second view with the same name is refused, and what was typed stays', async () => {
  await open(`${page}?state=working`);
  await save('Mornings');
  await press('button', /^Needs attention/);
  await save('mornings ');
  expect(says(naming.problems.taken)).toBe(true);
  expect(dialog()).not.toBeNull();
  await fill(naming.name, 'Evenings');
  await press('button', naming.save.submit);
  expect(views()).toEqual(['Mornings', 'Evenings', '']);
});

it('a view is renamed and deleted', async () => {
  await open(`${page}?state=working`);
  await save('Mornings');
  await press('button', text.more('Mornings'));
  await press('menuitem', text.rename);
  await fill(naming.name, 'Evenings');
  await press('button', naming.rename.submit);
  expect(views()).toEqual(['Evenings', '']);
  await press('button', text.more('Evenings'));
  await press('menuitem', text.delete);
  expect(views()).toEqual([text.save]);
});

it('views of one list are not shown on another', async () => {
  await open(`${page}?state=working`);
  await save('Mornings');
  expect(views()).toEqual(['Mornings', '']);
  history.replaceState(null, '', `${workspace}/members`);
  await reload();
  expect(views()).toEqual([]);
});
