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

/** Storage can be full or switched off; a draft is a help and nothing that the form needs. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
