/** The maximum page size of the API. */
export const mostOfPage = 200;

/** How many days a connect link can work: the choices. api-bounds.test.ts compares them with the OpenAPI document. */
export const linkDays = [1, 3, 7, 14, 30] as const;

/** The default of the API. */
export const usualLinkDays = 7;
