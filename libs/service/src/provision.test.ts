import { describe, expect, it } from 'vitest';
import { readProvisionConfig } from './provision.ts';

const given = {
  DATABASE_ADMIN_URL: 'postgres://postgres@localhost/patchbay',
  DATABASE_PASSWORD: 'hunter2',
  DATABASE_OWNER_PASSWORD: 'hunter3',
};

describe('the variables of main-provision', () => {
  it('the variables of main-provision are an address and two passwords', () => {
    expect(readProvisionConfig(given)).toMatchObject(given);
    expect(() => readProvisionConfig({})).toThrow(
      /DATABASE_ADMIN_URL is required[^]*DATABASE_PASSWORD is required[^]*DATABASE_OWNER_PASSWORD is required/,
    );
  });

  it('main-provision refuses one password for both roles, and does not print it', () => {
    const read = () => readProvisionConfig({ ...given, DATABASE_OWNER_PASSWORD: 'hunter2' });
    expect(read).toThrow('the service could log in as the owner');
    expect(read).not.toThrow('hunter2');
  });

  it('main-provision asks for a password of its own for each other program of the service', () => {
    const read = (password?: string) =>
      readProvisionConfig({ ...given, ...(password && { RELAY_DATABASE_PASSWORD: password }) }, ['relay']);
    expect(read('hunter4')).toMatchObject({ RELAY_DATABASE_PASSWORD: 'hunter4' });
    expect(() => read()).toThrow('RELAY_DATABASE_PASSWORD is required');
    expect(() => read('hunter3')).toThrow('RELAY_DATABASE_PASSWORD must be another password');
  });
});
