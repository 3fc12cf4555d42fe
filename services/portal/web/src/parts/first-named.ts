/** The first of a form's elements, in the order that they stand in, that has one of the names. Elements without a name have none. */
export function firstNamed(elements: Iterable<Element>, names: readonly string[]): HTMLElement | undefined {
  for (const element of elements) {
    const name = element.getAttribute('name') ?? '';
    if (name !== '' && names.includes(name)) return element as HTMLElement;
  }
  return undefined;
}
