import { expect, it } from 'vitest';
import { longestName, parametersOf, problemOfName } from './views.ts';

it('a view has the filters and the sorting of a list, whatever their order, and not what is open beside it', () => {
  expect(parametersOf('?state=attention&q=shop&tab=access&period=day')).toBe('q=shop&state=attention');
  expect(parametersOf('?q=shop&state=attention&new=1')).toBe('q=shop&state=attention');
  expect(parametersOf('?tab=access')).toBe('');
});

it.each([
  ['  ', 'empty'],
  ['x'.repeat(longestName + 1), 'long'],
  [' MY SHOPS ', 'taken'],
  ['Other shops', undefined],
])('the name “%s” of a new view: %s', (name, problem) => {
  expect(problemOfName([{ name: 'My shops', parameters: 'q=shop' }], name)).toBe(problem);
});

it('a view keeps its own name, also in other letters', () => {
  const views = [
    { name: 'My shops', parameters: 'q=shop' },
    { name: 'Broken', parameters: 'state=attention' },
  ];
  expect(problemOfName(views, 'MY shops', 'My shops')).toBeUndefined();
  expect(problemOfName(views, 'broken', 'My shops')).toBe('taken');
});
