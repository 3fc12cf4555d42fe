import { type Io, isInteractive } from './io.ts';

/** Calls `act` whenever Enter is pressed; returns what ends that. */
export function onEnter(io: Io, act: () => void): () => void {
  const { stdin } = io;
  if (!isInteractive(io)) return () => undefined;
  const onKeys = (keys: Buffer): void => {
    // In raw mode, in which nothing that is typed is shown, Ctrl-C is a key.
    if (keys.includes(0x03)) process.emit('SIGINT');
    else if (keys.includes('\r')) act();
  };
  stdin.setRawMode(true).on('data', onKeys).resume();
  return () => {
    stdin.off('data', onKeys).setRawMode(false).pause();
  };
}
