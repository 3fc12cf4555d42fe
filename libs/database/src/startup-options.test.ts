import { expect, it } from 'vitest';
import { startupOptions } from './startup-options.ts';

it('asks for the settings of the service', () => {
  const url = 'postgresql://audit:secret@127.0.0.1:5432/patchbay?sslmode=verify-full';
  expect(startupOptions(url, { timezone: 'UTC', jit: 'off' })).toEqual({
    connectionString: url,
    options: '-c timezone=UTC -c jit=off',
  });
});

it('keeps what the URL asks for, before them', () => {
  const url = 'postgresql://127.0.0.1/patchbay?options=-c%20search_path%3Daudit&sslmode=require';
  expect(startupOptions(url, { timezone: 'UTC' })).toEqual({
    connectionString: 'postgresql://127.0.0.1/patchbay?sslmode=require',
    options: '-c search_path=audit -c timezone=UTC',
  });
});
