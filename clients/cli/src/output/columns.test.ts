import { expect, it } from 'vitest';
import { catalogue } from '../generated/catalogue.ts';
import { columnsOfList, knownLists } from './columns.ts';

it('a list that is not known has its name first, then times, then its id', () => {
  const fields = ['id', 'createdAt', 'secretCount', 'status', 'name'];
  expect(columnsOfList('things', fields)).toEqual(['name', 'status', 'createdAt', 'id']);
  expect(columnsOfList('counts', ['day', 'count'])).toEqual(['day', 'count']);
});

it('lists and columns that are known exist in the API', () => {
  for (const [items, columns] of Object.entries(knownLists)) {
    const fields = catalogue.filter((one) => one.items === items).flatMap((one) => one.fields);
    expect({ items, columns: columns.filter((column) => fields.includes(column)) }).toEqual({
      items,
      columns,
    });
  }
});
