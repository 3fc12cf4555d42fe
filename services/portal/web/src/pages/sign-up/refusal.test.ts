import { describe, expect, it } from 'vitest';
import { refusalsOf } from './refusal.ts';

describe('what a sign-up is refused for', () => {
  it('a taken slug is an error of the slug field', () => {
    const detail = 'The slug acme is taken. Choose another one.';
    expect(refusalsOf({ status: 409, detail, errors: [] })).toEqual([
      { field: 'organizationSlug', taken: 'slug' },
    ]);
  });

  it('a domain that has an organization is an error of the email field, whatever its name', () => {
    const detail =
      'There is already an organization for the-slug-is.example. Request a sign-in link; if none comes, ask one of its admins to invite you.';
    expect(refusalsOf({ status: 409, detail, errors: [] })).toEqual([{ field: 'email', taken: 'domain' }]);
  });

  it('errors of the API appear at the fields they name, and others are left out', () => {
    const errors = [
      { path: 'email', message: 'must be a work address' },
      { path: '', message: 'is too long' },
    ];
    expect(refusalsOf({ status: 400, errors })).toEqual([
      { field: 'email', message: 'must be a work address' },
    ]);
  });

  it('a failure of the platform is an error of no field', () => {
    expect(refusalsOf({ status: 503, errors: [] })).toEqual([]);
  });
});
