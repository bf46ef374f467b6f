import { Button } from '@mantine/core'
import { type ReactNode, use, useEffect } from 'react'
import { Row, Stack } from '../../../ui/layout.tsx'
import type { Form as FormState } from '../../form/useForm.ts'
import { AttemptError } from '../AttemptError.tsx'
import classes from './Form.module.css'
import { LeaveContext } from './FormDialog.tsx'

interface FormProps<Values extends object, Stored> {
  form: FormState<Values, Stored>
  /** The form's accessible name. */
  label: string
  submit: string
  /** Left out where the form is the page's, and there is nothing to leave. */
  onCancel?: (() => void) | undefined
  /** The other button, where it does not leave the form. */
  cancel?: string
  /** What else can be done, beside Cancel. */
  more?: ReactNode
  /** These values cannot be sent yet. */
  isIncomplete?: boolean
  /** The focus starts at the button that submits, for a form that opens filled in; in a dialog with `startsInField`. */
  startsAtSubmit?: boolean
  /** What a refusal means here, before its reason, e.g. 'Failed to create booking.' */
  failure?: string
  /** Shows why it was refused, in place of the line above the buttons. */
  problem?: ReactNode
  /** What someone else has saved too, e.g. 'this camp'. */
  noun?: string
  children: ReactNode
}

/** A form with its fields, what someone else has saved, why it was refused, and its buttons within reach. */
export function Form<Values extends object, Stored>(props: FormProps<Values, Stored>) {
  const { form, submit, cancel = 'Cancel' } = props
  const leave = use(LeaveContext)
  const hasUnsaved = form.isDirty || form.isRestored
  useEffect(() => {
    if (!leave) return
    leave.current = hasUnsaved
    return () => {
      leave.current = false
    }
  }, [leave, hasUnsaved])
  return (
    <Stack
      ref={form.element}
      as="form"
      noValidate
      aria-label={props.label}
      onSubmit={props.isIncomplete ? (event) => event.preventDefault() : form.onSubmit}
    >
      {form.theirs !== null && (
        <div className={classes.theirs} role="alert">
          <p>Someone else just saved {props.noun ?? 'this'}. Nothing was overwritten.</p>
          <Row above="xs" align="stretch" className={classes.ways}>
            <Button size="sm" variant="default" onClick={form.takeTheirs}>
              Load What They Saved
            </Button>
            <Button size="sm" variant="default" onClick={form.saveMine}>
              Save Mine Instead
            </Button>
          </Row>
        </div>
      )}
      <Stack as="fieldset" className={classes.fields} disabled={form.isBusy || form.isUnsure}>
        {props.children}
      </Stack>
      {props.problem}
      <Foot
        problem={
          props.problem === undefined &&
          form.theirs === null && (
            <AttemptError error={form.problem} button={submit} failure={props.failure} />
          )
        }
      >
        <Button
          type="submit"
          color="stitch.6"
          loading={form.isBusy}
          disabled={props.isIncomplete ?? false}
          data-autofocus={props.startsAtSubmit || undefined}
        >
          {submit}
        </Button>
        {props.onCancel && (
          <Button variant="default" disabled={form.isPending} onClick={props.onCancel}>
            {cancel}
          </Button>
        )}
        {props.more}
      </Foot>
    </Stack>
  )
}

/** Why it was refused and the buttons, the first one last, in view however long what is above them is. */
export const Foot = ({ problem, children }: { problem: ReactNode; children: ReactNode }) => (
  <div className={classes.foot}>
    {problem}
    <Row nowrap align="stretch" className={classes.buttons}>
      {children}
    </Row>
  </div>
)
