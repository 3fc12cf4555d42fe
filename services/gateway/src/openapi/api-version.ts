/** Version of the API contract, not of the software that serves it. */
export const apiVersion = '0.1.0';
