import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigurationError, readConfig } from './config.ts';
import { baseUrl, commaSeparated, port, url } from './variables.ts';

const shape = {
  PORT: port(3000),
  PUBLIC_URL: baseUrl(),
  DATABASE_URL: url('postgres', 'postgresql'),
  ORIGINS: commaSeparated().default([]),
  NOTE: z.string().optional(),
};

describe('reading a configuration', () => {
  it('applies defaults and types', () => {
    const config = readConfig('gateway', shape, {
      PUBLIC_URL: 'http://localhost:3000/',
      DATABASE_URL: 'postgres://x',
      ORIGINS: 'https://a.example, https://b.example',
    });
    expect(config).toEqual({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: 'postgres://x',
      ORIGINS: ['https://a.example', 'https://b.example'],
    });
  });

  it('names every problem in one message', () => {
    const read = () =>
      readConfig('gateway', shape, { PORT: 'eighty', DATABASE_URL: 'mysql://x', PUBLIC_URL: '' });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(
      expect.objectContaining({
        problems: [
          'PORT must be a port, 0 to 65535',
          'PUBLIC_URL is required',
          'DATABASE_URL must be an address beginning with postgres:// or postgresql://',
        ],
      }),
    );
  });

  it('names what is wrong between variables after what is wrong with each', () => {
    const between = () => ['NOTE is required with PORT'];
    const given = { PUBLIC_URL: 'http://h', DATABASE_URL: 'postgres://x' };
    expect(() => readConfig('x', shape, given, between)).toThrow(
      expect.objectContaining({ problems: ['NOTE is required with PORT'] }),
    );
    expect(() => readConfig('x', shape, { ...given, PORT: 'eighty' }, between)).toThrow(
      expect.objectContaining({
        problems: ['PORT must be a port, 0 to 65535', 'NOTE is required with PORT'],
      }),
    );
  });

  it('refuses an address that no path can be appended to', () => {
    expect(() => readConfig('x', { PUBLIC_URL: baseUrl() }, { PUBLIC_URL: 'https://h/?a=b' })).toThrow(
      'PUBLIC_URL must be an address without a query or a fragment',
    );
  });

  it('never prints a value', () => {
    expect(() =>
      readConfig('x', shape, { DATABASE_URL: 'mysql://u:hunter2@h', PUBLIC_URL: 'http://h' }),
    ).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
  });
});
