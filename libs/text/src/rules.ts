/** Control characters, which no text that people type may hold. */
export const controlCharacter = /\p{Cc}/u;
