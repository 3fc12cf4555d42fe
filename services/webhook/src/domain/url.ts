/** The address as the trail shows it: paths and queries of receivers often hold secrets. */
export const originOf = (url: string): string => new URL(url).origin;

export const hostOf = (url: string): string => new URL(url).host;
