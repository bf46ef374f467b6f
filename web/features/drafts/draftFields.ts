import { isKept } from './draftRules.ts'

/** An element that a person types into or chooses from. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fields of the page's forms that may be kept, by a key that is the same after a reload. */
export function keptFields(root: ParentNode = document): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const field of root.querySelectorAll<Field>('form :is(input, textarea, select)')) {
    const [name] = namesOf(field)
    if (!name || !isKept(factsOf(field))) continue
    let key = name
    for (let more = 2; fields.has(key); more += 1) key = `${name} ${more}`
    fields.set(key, field)
  }
  return fields
}

/** Ids that React makes are different on each load, so they name nothing. */
const namesOf = (field: Field): string[] =>
  [
    field.name,
    field.dataset.path,
    /^[a-z][\w-]*$/i.test(field.id) && !/mantine/.test(field.id) ? field.id : '',
  ]
    .map((name) => name ?? '')
    .filter((name) => name !== '')

const factsOf = (field: Field) => ({
  type: field.type,
  names: namesOf(field),
  autoComplete: field.autocomplete,
  visible: isVisible(field),
  readOnly:
    field.disabled ||
    field.getAttribute('role') === 'combobox' ||
    field.getAttribute('aria-haspopup') !== null ||
    (!(field instanceof HTMLSelectElement) && field.readOnly),
  isPrivate: field.closest('[data-private]') !== null,
})

/** Hidden elements are not kept (spec 2 §5); neither is the field that only programs find (decision 27). */
function isVisible(field: Field): boolean {
  if (field.tabIndex < 0 || field.closest('[aria-hidden="true"], [hidden], [inert]')) return false
  return field.checkVisibility?.({ visibilityProperty: true }) ?? field.getClientRects().length > 0
}

/**
 * Puts a value into a field as if it were typed: React hears of a change only when the element's own setter was used
 * and an event bubbles up to it.
 */
export function typeInto(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as Field
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
