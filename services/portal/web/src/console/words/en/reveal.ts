/** Around what is shown once. */
export const reveal = {
  copy: (label: string) => `Copy ${label}`,
  copied: 'Copied',
  selected: 'Your browser blocked copying. The text is selected: copy it with your keyboard.',
  done: 'Done',
  notCopied: "You haven't copied it. It can't be shown again.",
  closeAnyway: 'Close without copying',
};
