/** Names that people could choose: of a hundred letters without a space, from right to left, and an ordinary one. */
export const names = {
  ordinary: 'Northwind Media',
  long: 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 100),
  rightToLeft: 'شركة النيل للإعلان (٢٠٢٦)',
};
