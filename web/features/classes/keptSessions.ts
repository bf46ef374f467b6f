const key = 'dugout.kept-class-sessions'

/** Keeps the chosen sessions of a class in this tab while the person is away to sign in. */
export function keepSessions(classId: string, ids: readonly string[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ classId, ids }))
  } catch {
    // Storage can be switched off; then the sessions are chosen once more.
  }
}

/** The ids kept for a class; empty when there are none. */
export function keptSessions(classId: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isKept(kept) || kept.classId !== classId) return []
    return kept.ids.filter((id) => typeof id === 'string')
  } catch {
    return []
  }
}

/** To be called once the kept sessions are chosen again. */
export function forgetKeptSessions(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept either.
  }
}

const isKept = (kept: unknown): kept is { classId: string; ids: unknown[] } =>
  typeof kept === 'object' && kept !== null && 'classId' in kept && 'ids' in kept && Array.isArray(kept.ids)
