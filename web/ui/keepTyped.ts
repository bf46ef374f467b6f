type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * For a page that the server has rendered, and for each later part of it (`laterPart`), in the layout effect of its
 * hydration. What was typed, ticked or chosen before React took it over stands in the fields and nowhere else: React
 * leaves it there at first, and overwrites it with its own state at the next rendering. So each such field is entered once
 * more, as if it had just been typed.
 */
export function keepTyped(place: HTMLElement): void {
  const entries = [...place.querySelectorAll<Field>('input, textarea, select')]
    .filter((field) => (field.closest('[data-later]') ?? place) === place)
    .flatMap(entryOf)
  // Read now, before effects render again, and entered after React's own work: within it nothing would come of it.
  queueMicrotask(() => {
    for (const enter of entries) enter()
  })
}

/** How to enter once more what is in a field; nothing where it is as it was rendered. */
function entryOf(field: Field): (() => void)[] {
  if (field instanceof HTMLSelectElement) {
    const { value, selectedOptions } = field
    return selectedOptions[0]?.defaultSelected ? [] : [() => choose(field, value)]
  }
  if (field.type === 'checkbox' || field.type === 'radio') {
    const box = field as HTMLInputElement
    // The one that was chosen in its place says so.
    if (box.type === 'radio' && !box.checked) return []
    return box.checked === box.defaultChecked ? [] : [() => tick(box, !box.defaultChecked)]
  }
  const { value, selectionStart, selectionEnd } = field
  if (value === field.defaultValue) return []
  return [() => write(field, value, selectionStart, selectionEnd)]
}

function choose(field: HTMLSelectElement, value: string): void {
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function tick(box: HTMLInputElement, checked: boolean): void {
  // The other state first, which React's own property notes: without a difference it hears nothing of the press.
  box.checked = !checked
  box.click()
}

/** `start` and `end` of the selection are null for fields that have none, such as e-mail addresses. */
function write(
  field: HTMLInputElement | HTMLTextAreaElement,
  value: string,
  start: number | null,
  end: number | null,
): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  // Past the property that React put on the element, which would take the value for its own.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  if (start !== null) field.setSelectionRange(start, end)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
