/** The moment at which tests of components begin: shortly after the examples of the OpenAPI document. */
export const now = new Date('2026-11-16T14:10:00.000Z');
