/** What `react` means to the pages and to their packages. */
export * from 'preact/compat';
export { default } from 'preact/compat';

/** Preact has none. React Router imports it, for `RouterProvider`, which the pages do not use. */
export const useOptimistic = undefined;
