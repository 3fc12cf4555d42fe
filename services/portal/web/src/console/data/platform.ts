/** Whether shortcuts use the command key, as on Apple systems, instead of Ctrl. */
export const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform);
