import { expect, it } from 'vitest';
import type { ProviderField } from '../../../pages/connect/fields.ts';
import { groupOf, settingsWith, valuesOf } from './integration-settings.ts';

const field = (name: string, rest: Partial<ProviderField> = {}): ProviderField => ({
  name,
  label: name,
  type: 'string',
  required: false,
  ...rest,
});

const fields = [field('account'), field('days', { type: 'integer' }), field('zone', { default: 'eu' })];
const old = { account: '1', days: 7, zone: 'us' };
const send = (settings: Record<string, string | number | boolean>, typed: Record<string, string>) =>
  settingsWith(settings, { ...valuesOf(fields, settings), ...typed }, fields, fields);

it('a form sends its changes and the current values of all other settings', () => {
  expect(send(old, { days: '30' })).toEqual({ account: '1', days: 30, zone: 'us' });
  // Somebody chose another account while the form was open.
  expect(send({ ...old, account: '2' }, { days: '30' })).toEqual({ account: '2', days: 30, zone: 'us' });
  expect(send({ ...old, unknown: 'kept' }, { account: ' ' })).toEqual({
    days: 7,
    zone: 'us',
    unknown: 'kept',
  });
});

it('a setting that the integration lacks is sent with its default, which the form shows', () => {
  expect(send({ account: '1' }, {})).toEqual({ account: '1', zone: 'eu' });
});

it('the form begins with the alternative in use, and sends no other', () => {
  const either = [field('partner', { group: 'partner' }), field('advertiser', { group: 'advertiser' })];
  const settings = { advertiser: '5' };
  const values = valuesOf(either, settings);
  expect(groupOf(either, settings, values)).toBe('advertiser');
  expect(groupOf(either, settings, { ...values, partner: '6' })).toBe('partner');
  expect(groupOf(either, {}, valuesOf(either, {}))).toBeUndefined();
  expect(settingsWith(settings, { ...values, partner: '6' }, either, either.slice(0, 1))).toEqual({
    partner: '6',
  });
});
