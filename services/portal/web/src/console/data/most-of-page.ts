/** The maximum page size of the API. */
export const mostOfPage = 200;
