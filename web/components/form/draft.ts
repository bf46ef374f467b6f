import { useEffect, useState } from 'react'

/** What is entered in a form, kept in this browser until it is sent or discarded. */
export interface DraftStore<Values> {
  /** Null when there is nothing, or nothing that looks like `empty`. */
  readonly read: () => Values | null
  /** An empty form is no draft. */
  readonly save: (values: Values) => void
  readonly clear: () => void
}

export function draftStore<Values extends object>(key: string, empty: Values): DraftStore<Values> {
  const clear = () => attempt(() => localStorage.removeItem(key))
  return {
    clear,
    read() {
      const found: unknown = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null'))
      if (typeof found !== 'object' || found === null) return null
      const isLike = ([name, there]: [string, unknown]) => {
        const here = (found as Record<string, unknown>)[name]
        return Array.isArray(there) ? Array.isArray(here) : typeof here === typeof there || there === null
      }
      return Object.entries(empty).every(isLike) ? { ...empty, ...found } : null
    },
    save(values) {
      const text = JSON.stringify(values)
      if (text === JSON.stringify(empty)) return clear()
      attempt(() => localStorage.setItem(key, text))
    },
  }
}

/**
 * Keeps in this tab, for a reload, what is typed over values that are saved elsewhere; what is left without saving is not kept.
 *
 * @param saved as they were when the form was shown. What was typed over others is no draft of these.
 * @param never fields that are not kept, such as a password.
 */
export function useTabDraft<Values extends object>(
  name: string,
  saved: Values,
  never: readonly (keyof Values)[] = [],
): DraftStore<Values> {
  const [draft] = useState(() => tabDraft(name, saved, never))
  // A reload ends the page without it.
  useEffect(() => () => draft.clear(), [draft])
  return draft
}

/** As `useTabDraft`, for one form. */
export function tabDraft<Values extends object>(
  name: string,
  saved: Values,
  never: readonly (keyof Values)[],
): DraftStore<Values> {
  const key = `dugout.typed.${name}`
  const before = JSON.stringify(saved)
  const clear = () => attempt(() => sessionStorage.removeItem(key))
  return {
    clear,
    read() {
      const found: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'))
      if (typeof found !== 'object' || found === null) return null
      const { over, typed } = found as { over?: unknown; typed?: object }
      return over === before ? { ...saved, ...typed } : null
    },
    save(values) {
      const kept = Object.entries(values).filter(([field]) => !never.includes(field as keyof Values))
      const typed = Object.fromEntries(kept)
      if (JSON.stringify({ ...saved, ...typed }) === before) return clear()
      attempt(() => sessionStorage.setItem(key, JSON.stringify({ over: before, typed })))
    },
  }
}

/** Storage can be full or switched off; a draft is a help and nothing that the form needs. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
