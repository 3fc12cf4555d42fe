import { type Io, isInteractive } from './io.ts';

/** Shows a line and calls `act` whenever Enter is pressed; returns what ends that. Without a terminal it does nothing. */
export function onEnter(io: Io, line: string, act: () => void): () => void {
  const { stdin } = io;
  if (!isInteractive(io)) return () => undefined;
  const onKeys = (keys: Buffer): void => {
    // In raw mode, in which nothing that is typed is shown, Ctrl-C is a key.
    if (keys.includes(0x03)) io.interrupt();
    else if (keys.includes('\r')) act();
  };
  stdin.setRawMode(true).on('data', onKeys).resume();
  // Printed after raw mode is on: an earlier Enter is not an answer to this line.
  io.stderr.write(line);
  return () => {
    stdin.off('data', onKeys).setRawMode(false).pause();
  };
}
