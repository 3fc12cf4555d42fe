/** How many days a connect link can work: the choices. link-days.test.ts compares them with the OpenAPI document. */
export const linkDays = [1, 3, 7, 14, 30] as const;

/** What the API does without a wish. */
export const usualLinkDays = 7;
