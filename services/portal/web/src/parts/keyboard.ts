/**
 * Marks the document while somebody moves through it with the Tab key, until they use a pointer. Browsers have `:focus-visible` for
 * this, but it also matches a heading that a script focuses while the page loads, before anybody pressed a key.
 */
export function markKeyboardUse(): void {
  const { dataset } = document.documentElement;
  addEventListener('keydown', ({ key }) => key === 'Tab' && (dataset['keyboard'] = ''), true);
  addEventListener('pointerdown', () => delete dataset['keyboard'], true);
}
