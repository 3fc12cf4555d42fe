/** Whether the command key of an Apple keyboard is the one for shortcuts; elsewhere it is Ctrl. */
export const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform);
