const prefix = 'dugout.own.'

/** Where the browser keeps what someone has typed: the draft of a form, and people without an account. */
export const typedKeys = { draft: 'global_form_data', people: 'dugout.kept-people' }

/** Whether the browser keeps something that someone has typed. */
export const keepsTyped = (): boolean =>
  attempt(() => Object.values(typedKeys).some((key) => localStorage.getItem(key) !== null)) ?? false

/** For web/boot.ts: the next page leaves out what is only for strangers even before it knows who visits. */
export function noteWhetherSignedIn(isSignedIn: boolean): void {
  const key = 'dugout.signed-in'
  attempt(() => (isSignedIn ? localStorage.setItem(key, '1') : localStorage.removeItem(key)))
}

/** Keeps something of the signed-in person's own in this tab, over reloads and until someone signs in or out. */
export function keepOwn(name: string, personId: string, value: object): void {
  attempt(() => sessionStorage.setItem(prefix + name, JSON.stringify({ personId, value })))
}

/** What was kept, as JSON read it; null when nothing was, or for someone else. */
export function keptOwn(name: string, personId: string): unknown {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null'))
  return kept?.personId === personId ? kept.value : null
}

/** Forgets what was kept under that name, or all of it. */
export function forgetOwn(name = ''): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix + name)) sessionStorage.removeItem(key)
    }
  })
}

/** Storage can be switched off or full: then a reload forgets. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
