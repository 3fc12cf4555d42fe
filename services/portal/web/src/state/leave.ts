/**
 * Leaves for another site, or for another page by a full load. Resolves only when the browser shows this very document again, from its
 * cache, after Back was pressed: until then whatever waits for it stays busy and takes no second click.
 */
export const leaveFor = (address: string, { replace = false } = {}): Promise<void> =>
  new Promise((resolve) => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      removeEventListener('pageshow', onShow);
      resolve();
    };
    addEventListener('pageshow', onShow);
    if (replace) location.replace(address);
    else location.assign(address);
  });
