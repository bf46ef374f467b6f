import { ApiError } from '../../../api/apiError.ts'

/** What one call has done, as it is told. */
interface Told {
  readonly message: string
}

/**
 * One call for each booking of a row. Where one is refused, those before it are done, and the message says so. They are kept in
 * `done`, so a second press goes on with the rest: to repeat them would be refused as changed meanwhile, by the same person.
 *
 * @param contentOf what a call would change, by which it is known when it is done already.
 * @returns the answers of all of them, the earlier ones too.
 */
export async function inTurn<Target extends { readonly item_name: string }, Answer extends Told>(
  targets: readonly Target[],
  done: Map<string, Answer>,
  { contentOf, call }: { contentOf: (target: Target) => string; call: (target: Target) => Promise<Answer> },
): Promise<Answer[]> {
  for (const target of targets) {
    const content = contentOf(target)
    if (done.has(content)) continue
    try {
      done.set(content, await call(target))
    } catch (error) {
      if (done.size === 0 || !(error instanceof ApiError)) throw error
      const said = [...done.values()].map(({ message }) => message).join(' ')
      throw new ApiError(error.status, {
        code: error.code,
        message: `${target.item_name}: ${error.message} ${said}`,
        details: error.details,
      })
    }
  }
  return [...done.values()]
}
