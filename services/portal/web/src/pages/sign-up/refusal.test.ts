import { describe, expect, it } from 'vitest';
import { refusalsOf } from './refusal.ts';

describe('what a sign-up is refused for', () => {
  it('is about the slug where the slug is taken', () => {
    const detail = 'The slug acme is taken: choose another one.';
    expect(refusalsOf({ status: 409, detail, errors: [] })).toEqual([
      { field: 'organizationSlug', taken: 'slug' },
    ]);
  });

  it('is about the email where its domain has an organization, whatever the domain is called', () => {
    const detail =
      'An organization for the-slug-is.example exists already: request a sign-in link to join it.';
    expect(refusalsOf({ status: 409, detail, errors: [] })).toEqual([{ field: 'email', taken: 'domain' }]);
  });

  it('is at the fields that the API names, and leaves out what is no field', () => {
    const errors = [
      { path: 'email', message: 'must be a work address' },
      { path: '', message: 'is too long' },
    ];
    expect(refusalsOf({ status: 400, errors })).toEqual([
      { field: 'email', message: 'must be a work address' },
    ]);
  });

  it('is at no field where the platform is away', () => {
    expect(refusalsOf({ status: 503, errors: [] })).toEqual([]);
  });
});
