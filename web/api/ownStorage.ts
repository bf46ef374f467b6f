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

/** Storage can be switched off or full: then a reload forgets. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
