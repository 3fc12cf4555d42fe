/** The maximum page size of the API. */
export const mostOfPage = 200;

/** The longest texts that the API takes, in characters. */
export const longest = {
  name: 100,
  personName: 255,
  slug: 63,
  address: 2_048,
  description: 200,
  search: 100,
};

/** How many days a connect link can work: the choices. api-bounds.test.ts compares them with the OpenAPI document. */
export const linkDays = [1, 3, 7, 14, 30] as const;

/** The default of the API. */
export const usualLinkDays = 7;
