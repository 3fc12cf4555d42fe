/** Headers that services send each other, in lower case. */
export const authorizationHeader = 'authorization';
export const onBehalfOfHeader = 'x-patchbay-on-behalf-of';
export const traceparentHeader = 'traceparent';
