import { Button } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { isRefusal, isUnsure } from '../../api/apiError.ts'
import { type Once, useAttempt } from '../../api/useAttempt.ts'
import { Stack } from '../../ui/layout.tsx'
import { AttemptError } from './AttemptError.tsx'
import { enterReason, lacksReason } from './ReasonField.tsx'
import classes from './ServerForm.module.css'

interface ServerFormProps<Values extends object, Schema extends z.ZodType, Answer> {
  /** The form's accessible name. */
  readonly label: string
  readonly initialValues: Values
  /** The operation's own schema of the contract; its messages stand at the fields of the same names. */
  readonly schema: Schema
  /** What the fields send. */
  readonly requestOf: (values: Values) => z.input<Schema>
  readonly send: (request: z.input<Schema>, once: Once) => Promise<Answer>
  readonly refresh?: (queryClient: QueryClient) => Promise<unknown>
  readonly onDone: (answer: Answer) => void
  /** Hears what is typed, where it is to outlive the form. */
  readonly onType?: (values: Values) => void
  /** The form can be sent again after an answer: it leads to a next step, or what follows may fail. */
  readonly staysOpen?: boolean
  /** Left out where the form is the page's, and there is nothing to leave. */
  readonly onCancel?: () => void
  /** The other button, where it does not leave the form. */
  readonly cancel?: string
  readonly submit: string
  /** Whether these values cannot be sent yet. */
  readonly isIncomplete?: (values: Values) => boolean
  /** The focus starts at the button that submits, for a form that opens filled in; in a dialog with `startsInField`. */
  readonly startsAtSubmit?: boolean
  /** What a refusal means here, before its reason, e.g. 'Failed to create booking.' */
  readonly failure?: string
  /** The field that a refusal is about, for codes that name none. */
  readonly fieldOf?: (error: Error) => (keyof Values & string) | undefined
  readonly children: (form: UseFormReturnType<Values>) => ReactNode
}

/**
 * A form that carries out one operation. The contract's schema checks it in the browser; what only the server knows
 * comes back to the same fields. While it is unknown whether an attempt was made, its fields stay as they are, so that
 * the button repeats the same request under the same key. Once answered it sends nothing more: a dialog that is open by its
 * address is still there until the address has changed, and a second Enter must not book again.
 */
export function ServerForm<Values extends object, Schema extends z.ZodType, Answer>(
  props: ServerFormProps<Values, Schema, Answer>,
) {
  const { schema, requestOf, fieldOf, submit, cancel = 'Cancel', staysOpen = false } = props
  const form = useForm<Values>({
    initialValues: props.initialValues,
    ...(props.onType && { onValuesChange: props.onType }),
  })
  const change = useAttempt({ send: props.send, ...(props.refresh && { refresh: props.refresh }) })
  const isBusy = staysOpen ? change.isPending : change.isUnderWayOrDone
  const element = useRef<HTMLFormElement>(null)
  // Counts refusals: after each the focus goes to the first field that has a problem.
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const problemsAt = (problems: readonly Problem[]) => {
    const fields = Object.keys(form.getValues())
    const known = problems.filter(({ field }) => fields.includes(field))
    form.setErrors(Object.fromEntries([...known].reverse().map(({ field, message }) => [field, message])))
    setRefusals(refusals + 1)
  }

  async function save(values: Values) {
    if (isBusy) return
    const request = requestOf(values)
    const checked = schema.safeParse(request)
    if (!checked.success) return problemsAt(checked.error.issues.map(problemOf))
    const outcome = await change.attempt(request)
    if (!outcome) return
    if ('answer' in outcome) return props.onDone(outcome.answer)
    problemsAt(problemsOf(outcome.error, fieldOf))
  }

  const unsure = change.error !== null && isUnsure(change.error)
  const fields = Object.keys(form.getValues())
  const isAtFields =
    change.error !== null && problemsOf(change.error, fieldOf).some(({ field }) => fields.includes(field))
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      aria-label={props.label}
      onSubmit={form.onSubmit((values) => void save(values))}
    >
      <Stack as="fieldset" className={classes.fields} disabled={isBusy || unsure}>
        {props.children(form)}
      </Stack>
      {!isAtFields && <AttemptError error={change.error} button={submit} failure={props.failure} />}
      <div className={classes.buttons}>
        <Button
          type="submit"
          color="stitch.6"
          loading={isBusy}
          disabled={props.isIncomplete?.(form.values) ?? false}
          data-autofocus={props.startsAtSubmit || undefined}
        >
          {submit}
        </Button>
        {props.onCancel && (
          <Button variant="default" disabled={change.isPending} onClick={props.onCancel}>
            {cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

interface Problem {
  readonly field: string
  readonly message: string
}

const problemOf = ({ path, message }: { path: readonly PropertyKey[]; message: string }): Problem => ({
  // The innermost field: a form is flat where a request has parts.
  field: String(path.findLast((part) => typeof part === 'string') ?? ''),
  message,
})

/** What a refusal says about fields. */
function problemsOf(error: unknown, fieldOf: ((error: Error) => string | undefined) | undefined): Problem[] {
  if (isRefusal(error, 'invalid_input') && Array.isArray(error.details)) {
    return (error.details as { path: string[]; message: string }[]).map(problemOf)
  }
  const field = error instanceof Error ? fieldOf?.(error) : undefined
  if (field === undefined && lacksReason(error)) return [{ field: 'override_reason', message: enterReason }]
  return field === undefined ? [] : [{ field, message: (error as Error).message }]
}
