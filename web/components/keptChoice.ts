const keptFor = 30 * 60_000

/**
 * Keeps what was chosen on a page, in this browser and for half an hour: it survives a reload and the way to sign in,
 * and a new account that is confirmed in another tab finds it there. Later choices on pages of that kind take its place;
 * an empty one leaves nothing.
 *
 * @param of whose choice it is: the day, or the class.
 */
export function keepChoice(kind: ChoiceKind, of: string, chosen: readonly unknown[]): void {
  attempt(() =>
    chosen.length === 0
      ? localStorage.removeItem(keyOf(kind))
      : localStorage.setItem(keyOf(kind), JSON.stringify({ of, chosen, kept_at: Date.now() })),
  )
}

/** What was kept, as it was written; empty when nothing was, for something else, or too long ago. */
export function keptChoice(kind: ChoiceKind, of: string): unknown[] {
  const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(keyOf(kind)) ?? 'null'))
  if (!isKept(kept) || kept.of !== of) return []
  const age = Date.now() - kept.kept_at
  return age >= 0 && age <= keptFor ? kept.chosen : []
}

/** To be called once what was chosen is paid, on another page than its own. */
export function forgetChoices(): void {
  keepChoice('slots', '', [])
  keepChoice('class-sessions', '', [])
}

type ChoiceKind = 'slots' | 'class-sessions'

const keyOf = (kind: ChoiceKind) => `dugout.kept-${kind}`

/** Storage can be switched off; then things are chosen once more. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const isKept = (kept: unknown): kept is { of: string; chosen: unknown[]; kept_at: number } =>
  typeof kept === 'object' &&
  kept !== null &&
  'of' in kept &&
  'chosen' in kept &&
  Array.isArray(kept.chosen) &&
  'kept_at' in kept &&
  typeof kept.kept_at === 'number'
