import { onFormDrawn } from '../../components/form/formDrawn.ts'
import { isKept, restorable } from './draftRules.ts'
import {
  clearDraft,
  type DraftValues,
  readDraft,
  saveAtMostEvery,
  saveDraft,
  saveEvery,
} from './draftStore.ts'
import { fieldBases } from './fieldBases.ts'

/** A submit that is not over in this time has failed, or the person went on typing. */
const submitPatience = 60_000

export interface DraftKeeper {
  /** Forgets the draft; what still stands in the fields is kept again once someone types. */
  forget(): void
  /** The same, and empties the fields that were restored. */
  clear(): void
  stop(): void
}

/**
 * Keeps what is typed into the forms of one path, and restores what was typed there before (spec 2 §5, §8). Forms
 * that are drawn later, as in a dialog, are restored when they are; each as a whole or not at all.
 *
 * @param onRestored is called once, when the first field was restored.
 */
export function keepDraft(path: string, onRestored: () => void): DraftKeeper {
  const draft = readDraft(path, Date.now()) ?? { values: {}, bases: {} }
  const waiting = new Map(Object.entries(draft.values))
  const restored = new Map<Field, string>()
  let typing = false
  let forgotten = false
  let restoring = false
  let savedAt = 0
  let submitted: { form: HTMLFormElement; at: number } | null = null

  /** The address changes before the page does: what is on the page then belongs to neither. */
  const isHere = () => location.pathname === path

  const restore = () => {
    if (waiting.size === 0 || !isHere()) return
    const fields = [...keptFields()]
    for (const form of new Set(fields.map(([, field]) => field.form))) {
      const missing = fields.filter(([key, field]) => field.form === form && waiting.has(key))
      const values = restorable(
        missing.map(([key, { value }]) => ({ key, value })),
        draft,
      )
      for (const [key, field] of missing) {
        waiting.delete(key)
        const value = values?.get(key)
        if (value !== undefined) putBack(field, value)
      }
    }
  }

  const putBack = (field: Field, value: string) => {
    // Not compared with the field: React may show the value only after its next render.
    restored.set(field, value)
    if (!fieldBases.has(field)) fieldBases.set(field, field.value)
    restoring = true
    typeInto(field, value)
    restoring = false
    if (restored.size === 1) onRestored()
  }

  const save = (leaving = false) => {
    const now = Date.now()
    if (submitted || forgotten || !isHere()) return
    // Saved when the page is left: otherwise an older half of the text would come back.
    if (!leaving && now - savedAt < saveAtMostEvery) return
    const fields = [...keptFields()]
    if (fields.length === 0) return
    savedAt = now
    // A field that was never focused still has its first value.
    const baseOf = (field: Field) => fieldBases.get(field) ?? field.value
    const empty = fields.every(([, { value }]) => value.trim() === '')
    // What was typed and then taken back by hand is not wanted any more.
    if (typing && empty && waiting.size === 0) return clearDraft()
    const values: DraftValues = Object.fromEntries(fields.map(([key, { value }]) => [key, value]))
    const before = fields.flatMap(([key, field]) => (baseOf(field) ? [[key, baseOf(field)] as const] : []))
    saveDraft(
      path,
      {
        values: { ...Object.fromEntries(waiting), ...values },
        bases: { ...draft.bases, ...Object.fromEntries(before) },
      },
      now,
    )
  }

  const forget = () => {
    clearDraft()
    waiting.clear()
    restored.clear()
    typing = false
    forgotten = true
  }

  /** A form that goes away or is emptied after it was sent has arrived; one that stays was refused. */
  const lookAfterSubmit = () => {
    if (!submitted) return
    const fields = [...keptFields(submitted.form).values()]
    if (!submitted.form.isConnected || (fields.length > 0 && fields.every(({ value }) => value === '')))
      forget()
    else if (Date.now() - submitted.at < submitPatience) return
    submitted = null
  }

  const look = () => {
    lookAfterSubmit()
    restore()
  }
  const onInput = () => {
    if (restoring) return
    lookAfterSubmit()
    typing = true
    forgotten = false
    submitted = null
  }
  const onSubmit = ({ target }: Event) => {
    if (target instanceof HTMLFormElement) submitted = { form: target, at: Date.now() }
  }

  const stopHearing = onFormDrawn(look)
  document.addEventListener('input', onInput, true)
  document.addEventListener('submit', onSubmit, true)
  const onLeaving = () => {
    lookAfterSubmit()
    save(true)
  }
  window.addEventListener('pagehide', onLeaving)
  const timer = setInterval(() => {
    lookAfterSubmit()
    save()
  }, saveEvery)
  look()

  return {
    forget,
    clear() {
      for (const [field, value] of restored)
        if (field.value === value) typeInto(field, fieldBases.get(field) ?? '')
      forget()
    },
    stop() {
      lookAfterSubmit()
      stopHearing()
      document.removeEventListener('input', onInput, true)
      document.removeEventListener('submit', onSubmit, true)
      window.removeEventListener('pagehide', onLeaving)
      clearInterval(timer)
    },
  }
}

/** An element that a person types into or chooses from. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fields of the page's forms that may be kept, by a key that is the same after a reload. */
function keptFields(root: ParentNode = document): Map<string, Field> {
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
function typeInto(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as Field
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
