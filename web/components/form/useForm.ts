import { type FormEvent, useEffect, useState } from 'react'
import { enterReason, isRefusal, isUnsure, lacksReason } from '../../api/apiError.ts'
import { type Once, type Reloading, useAttempt } from '../../api/useAttempt.ts'
import type { DraftStore } from './draft.ts'
import { type Errors, type Fields, type FieldsOptions, type Problem, useFields } from './useFields.ts'

/** A problem of a request as zod tells it, in the browser or in the server's refusal. */
export interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly code?: string | undefined
}

/** The contract's schema of an operation's body: what `useForm` needs of it. */
interface Schema {
  safeParse(request: unknown): { success: true } | { success: false; error: { issues: readonly Issue[] } }
}

export interface FormOptions<Values extends object, Request, Answer, Stored>
  extends FieldsOptions<Values>,
    Reloading {
  /** What the fields begin with. */
  readonly values: Values
  /** New `values` replace what is shown, e.g. after they were saved on another device. */
  readonly follows?: boolean
  /** Keeps what is entered until it is sent or discarded. */
  readonly draft?: DraftStore<Values> | undefined
  /** The record as it was read, for an operation that refuses to overwrite someone else's change. */
  readonly stored?: {
    readonly record: Stored
    readonly valuesOf: (record: Stored) => Values
    /** The record as someone else has saved it; null for any other refusal. */
    readonly currentIn: (error: Error) => Stored | null
  }
  /** The contract's schema; its messages are shown at the fields of the same names. */
  readonly schema?: Schema
  /** What the fields send; by default the values. `refusal`: of the last try. */
  readonly request?: (values: Values, refusal: Error | null) => Request
  readonly send: (request: Request, once: Once, stored: Stored) => Promise<Answer>
  readonly onDone: (answer: Answer, stored: Stored) => void
  readonly onRefused?: (error: Error) => void
  /** The form can be sent again after an answer. */
  readonly staysOpen?: boolean
  /** The field that a refusal is about, by its code. */
  readonly fieldOf?: Readonly<Partial<Record<string, keyof Values & string>>>
  /** What a refusal says at fields, where its code alone does not tell that. */
  readonly refusedAt?: (error: Error) => Errors<Values> | undefined
  /** The field and the sentence for an issue, where they are not the innermost name of its path and its own message. */
  readonly problemOf?: (issue: Issue) => Problem<Values> | undefined
}

export interface Form<Values extends object, Stored = unknown>
  extends Omit<Fields<Values>, 'found' | 'has' | 'showAtFields'> {
  readonly isDirty: boolean
  /** It began with a draft. */
  readonly isRestored: boolean
  readonly isPending: boolean
  /** On its way, or done and not to be done again. */
  readonly isBusy: boolean
  /** No answer came: the same request is sent again under its key, so the fields stay as they are. */
  readonly isUnsure: boolean
  /** Why it was refused, unless that is said at a field. */
  readonly problem: Error | null
  /** The last try's refusal, also while the next is on its way. */
  readonly refusal: Error | null
  readonly forgetProblem: () => void
  readonly stored: Stored
  /** What someone else has saved, with both ways out. */
  readonly theirs: Stored | null
  readonly takeTheirs: () => void
  readonly saveMine: () => void
  readonly submit: () => void
  /** The same with these values in place of the fields', this time: the other button of a form that has two. */
  readonly submitWith: (part: Partial<Values>) => void
  readonly onSubmit: (event: FormEvent) => void
}

/**
 * A form that carries out one change. What is wrong is said at its field, whether the browser or the server finds it, and
 * the focus goes to the first of them. While no answer has come its fields stay as they are, so that the button repeats the
 * same request under the same key; once answered it sends nothing more, unless it `staysOpen`.
 *
 * Fields are named by the values' own names: a misspelled one does not compile.
 */
export function useForm<Values extends object, Answer, Request = Values, Stored = undefined>(
  options: FormOptions<Values, Request, Answer, Stored>,
): Form<Values, Stored> {
  const { draft, staysOpen = false, fieldOf = {}, problemOf = innermost<Values> } = options
  // Compared by what they say: the values are another object at each render.
  const begin = JSON.stringify(options.values)
  const [start, setStart] = useState(begin)
  const [restored] = useState(() => draft?.read() ?? null)
  const [isRestored, setRestored] = useState(restored !== null)
  const { found, has, showAtFields, ...fields } = useFields(restored ?? options.values, options)
  const { values } = fields
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [stored, setStored] = useState(options.stored?.record as Stored)
  const [theirs, setTheirs] = useState<Stored | null>(null)
  const change = useAttempt({
    ...options,
    send: (sent: { request: Request; stored: Stored }, once) => options.send(sent.request, once, sent.stored),
  })
  const isBusy = staysOpen ? change.isPending : change.isUnderWayOrDone
  if (options.follows && start !== begin) {
    setStart(begin)
    fields.set(options.values)
  }
  useEffect(() => draft?.save(values), [draft, values])

  const replace = (all: Values) => {
    fields.replace(all)
    setRestored(false)
  }
  const problemsIn = (issues: readonly Issue[]) =>
    issues.map(problemOf).filter((problem) => problem !== undefined)
  const problemsOf = (error: unknown): readonly Problem<Values>[] => {
    const said = error instanceof Error && options.refusedAt?.(error)
    if (said) return Object.entries(said) as unknown as readonly Problem<Values>[]
    if (isRefusal(error, 'invalid_input') && Array.isArray(error.details))
      return problemsIn(error.details as Issue[])
    const field = fieldOf[(error as { code?: string } | null)?.code ?? '']
    if (field !== undefined) return [[field, (error as Error).message]]
    return lacksReason(error) ? [['override_reason' as keyof Values & string, enterReason]] : []
  }
  const problemsBefore = (sent: Values, request: unknown): readonly Problem<Values>[] => {
    const checked = found(sent)
    if (checked.length > 0) return checked
    const result = options.schema?.safeParse(request)
    return result && !result.success ? problemsIn(result.error.issues) : []
  }

  async function submit(record = stored, part: Partial<Values> = {}) {
    if (isBusy) return
    const sent = { ...values, ...part }
    const request = options.request?.(sent, refusal) ?? (sent as unknown as Request)
    const problems = problemsBefore(sent, request)
    if (problems.length > 0) return showAtFields(problems)
    const outcome = await change.attempt({ request, stored: record })
    if (!outcome) return
    if ('answer' in outcome) {
      setRefusal(null)
      draft?.clear()
      return options.onDone(outcome.answer, record)
    }
    const error = outcome.error instanceof Error ? outcome.error : new Error(String(outcome.error))
    setRefusal(error)
    setTheirs(options.stored?.currentIn(error) ?? null)
    options.onRefused?.(error)
    showAtFields(problemsOf(error))
  }

  const isAtFields = problemsOf(change.error).some(has)
  return {
    ...fields,
    replace,
    isDirty: JSON.stringify(values) !== start,
    isRestored,
    isPending: change.isPending,
    isBusy,
    isUnsure: change.error !== null && isUnsure(change.error),
    problem: isAtFields ? null : change.error,
    refusal,
    forgetProblem: () => {
      change.forgetError()
      setRefusal(null)
    },
    stored,
    theirs,
    takeTheirs: () => {
      if (theirs === null || !options.stored) return
      setStored(theirs)
      setTheirs(null)
      replace(options.stored.valuesOf(theirs))
      change.forgetError()
    },
    saveMine: () => {
      if (theirs === null) return
      setStored(theirs)
      setTheirs(null)
      void submit(theirs)
    },
    submit: () => void submit(),
    submitWith: (part) => void submit(stored, part),
    onSubmit: (event) => {
      event.preventDefault()
      void submit()
    },
  }
}

/** The innermost field: a form is flat where a request has parts. */
const innermost = <Values>({ path, message }: Issue): Problem<Values> => [
  String(path.findLast((part) => typeof part === 'string') ?? '') as keyof Values & string,
  message,
]
