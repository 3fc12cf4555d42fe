/** The most rows that a page of the API has. */
export const mostOfPage = 200;
