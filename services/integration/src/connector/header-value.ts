/** The pattern of a field that is sent in a header, as a token is: visible ASCII, without spaces. */
export const visibleAscii = '^[\\x21-\\x7e]+$';

/** Whether a text can be sent as the value of a header. Line breaks would end the header, and other characters have no encoding there. */
export const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
