/** The first of a form's elements, in the order that they stand in, that has one of the names. */
export function firstNamed(elements: Iterable<Element>, names: readonly string[]): HTMLElement | undefined {
  for (const element of elements)
    if (names.includes(element.getAttribute('name') ?? '')) return element as HTMLElement;
  return undefined;
}
