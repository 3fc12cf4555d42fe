import type { Problem } from '../../api/answer.ts';

export interface SignUpValues {
  email: string;
  name: string;
  organizationName: string;
  organizationSlug: string;
}

/** In the order of the page. */
export const signUpFields = ['email', 'name', 'organizationName', 'organizationSlug'] as const;

type SignUpField = (typeof signUpFields)[number];

export type Refusal =
  | { readonly field: SignUpField; readonly message: string }
  | { readonly field: 'email'; readonly taken: 'domain' }
  | { readonly field: 'organizationSlug'; readonly taken: 'slug' };

/**
 * Assigns a refusal of the API to fields; none if it concerns no field. Only the text of a 409 says which of the two is taken: the
 * domain is checked first.
 */
export function refusalsOf({ status, detail = '', errors }: Problem): Refusal[] {
  if (status === 409) {
    return detail.startsWith('The slug ')
      ? [{ field: 'organizationSlug', taken: 'slug' }]
      : [{ field: 'email', taken: 'domain' }];
  }
  return errors.flatMap(({ path, message }) => {
    const field = signUpFields.find((name) => name === path);
    return field === undefined ? [] : [{ field, message }];
  });
}
