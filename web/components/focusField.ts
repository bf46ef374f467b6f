/** Moves the focus to a field of the form, after its error is on the page, so that both are read out together. */
export function focusField<Field extends string>(
  form: { getInputNode: (path: Field) => HTMLElement | null },
  field: Field,
): void {
  requestAnimationFrame(() => form.getInputNode(field)?.focus())
}
