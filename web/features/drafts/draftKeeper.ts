import { type Field, keptFields, typeInto } from './draftFields.ts'
import {
  clearDraft,
  type DraftValues,
  readDraft,
  saveAtMostEvery,
  saveDraft,
  saveEvery,
} from './draftStore.ts'

/** A submit that is not over in this time has failed, or the person went on typing. */
const submitPatience = 60_000

export interface DraftKeeper {
  /** Forgets the draft; what still stands in the fields is kept again once somebody types. */
  forget(): void
  /** The same, and empties the fields that were restored. */
  clear(): void
  stop(): void
}

/**
 * Keeps what is typed into the forms of one path, and restores what was typed there before (spec 2 §5, §8). Fields
 * that appear later, as in a dialog, are restored when they do; a field that has a value already is left alone.
 *
 * @param onRestored is called once, when the first field was restored.
 */
export function keepDraft(path: string, onRestored: () => void): DraftKeeper {
  const waiting = new Map(Object.entries(readDraft(path, Date.now()) ?? {}))
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
    for (const [key, field] of keptFields()) {
      const value = waiting.get(key)
      if (value === undefined || field.value !== '') continue
      waiting.delete(key)
      if (value === '') continue
      restoring = true
      typeInto(field, value)
      restoring = false
      // Not compared with the field: React may show it only when it renders next.
      restored.set(field, value)
      if (restored.size === 1) onRestored()
    }
  }

  const save = () => {
    const now = Date.now()
    if (submitted || forgotten || now - savedAt < saveAtMostEvery || !isHere()) return
    const fields = [...keptFields()]
    if (fields.length === 0) return
    savedAt = now
    const values: DraftValues = Object.fromEntries(fields.map(([key, { value }]) => [key, value]))
    const empty = Object.values(values).every((value) => value.trim() === '')
    // What was typed and then taken back by hand is not wanted any more.
    if (typing && empty && waiting.size === 0) clearDraft()
    else saveDraft(path, { ...Object.fromEntries(waiting), ...values }, now)
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
    typing = true
    forgotten = false
    submitted = null
  }
  const onSubmit = ({ target }: Event) => {
    if (target instanceof HTMLFormElement) submitted = { form: target, at: Date.now() }
  }

  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('input', onInput, true)
  document.addEventListener('submit', onSubmit, true)
  window.addEventListener('pagehide', save)
  const timer = setInterval(() => {
    lookAfterSubmit()
    save()
  }, saveEvery)
  restore()

  return {
    forget,
    clear() {
      for (const [field, value] of restored) if (field.value === value) typeInto(field, '')
      forget()
    },
    stop() {
      lookAfterSubmit()
      observer.disconnect()
      document.removeEventListener('input', onInput, true)
      document.removeEventListener('submit', onSubmit, true)
      window.removeEventListener('pagehide', save)
      clearInterval(timer)
    },
  }
}
