import { Button, NativeSelect, Textarea, type TextareaProps, TextInput, VisuallyHidden } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { ApiError, fieldProblem } from '../../api/apiError.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { useGuestCheck } from '../../api/queries/formToken.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import classes from './ContactForm.module.css'
import {
  type ContactValues,
  contactProblems,
  emptyContact,
  mailLink,
  messageMost,
  nameMost,
  phoneMost,
  roomLeft,
  subjects,
} from './contactForm.ts'

/** The message form; what was typed stays until it has arrived (spec 1 §2.7, decision 24). */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const facility = useQuery(facilityQuery).data
  const form = useForm({ initialValues: emptyContact, validate: contactProblems })
  const send = useSendMessage()
  const field = {
    required: true,
    withAsterisk: false,
    size: 'md',
    classNames: { label: classes.label },
  } as const

  async function submit(values: ContactValues) {
    const outcome = await send.attempt(values)
    if (!outcome) return
    if ('answer' in outcome) return onSent()
    const problem = fieldProblem(outcome.error, 'phone')
    if (!problem) return
    form.setFieldError('phone', problem)
    requestAnimationFrame(() => form.getInputNode('phone')?.focus())
  }

  const onSubmit = form.onSubmit(
    (values) => void submit(values),
    (problems) => {
      const [first] = Object.keys(problems)
      // After its sentence is on the page, so that both are read out together.
      requestAnimationFrame(() => form.getInputNode(first ?? 'name')?.focus())
    },
  )

  return (
    <form
      method="post"
      className={classes.form}
      onSubmit={onSubmit}
      noValidate
      aria-labelledby="message-heading"
    >
      <div className={classes.pair}>
        <TextInput
          {...field}
          label="Name"
          autoComplete="name"
          maxLength={nameMost}
          {...form.getInputProps('name')}
        />
        <TextInput
          {...field}
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={phoneMost}
          {...form.getInputProps('phone')}
        />
      </div>
      <NativeSelect
        {...field}
        label="Subject"
        data={[{ value: '', label: 'Choose a subject', disabled: true }, ...subjects]}
        {...form.getInputProps('subject')}
      />
      <MessageField {...form.getInputProps('message')} value={form.values.message} />
      <div className={classes.unseen} aria-hidden>
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
        </label>
      </div>
      <SendProblem error={fieldProblem(send.error, 'phone') ? null : send.error} facility={facility} />
      <Button type="submit" size="lg" className={classes.submit} loading={send.isPending}>
        Send Message
      </Button>
      {facility?.email && (
        <p className={classes.aside}>
          Rather use your own mail program?{' '}
          <a className={classes.link} href={mailLink(facility.email, form.values)}>
            Write us an email
          </a>
        </p>
      )}
    </form>
  )
}

/** Sends a message to the facility (decision 24). */
function useSendMessage() {
  const check = useGuestCheck()
  return useAttempt({
    send: ({ subject, ...values }: ContactValues, once) => {
      if (subject === '') throw new Error('A message without a subject was sent')
      return check.send((form_token) => {
        const json = { ...values, subject, form_token }
        return once('POST /api/contact', json)
      })
    },
  })
}

/** How long the person has to pause before the room that is left is read out: not at every key. */
const pause = 1_000

/** The message with a live count of its characters (spec 1 §2.7). */
function MessageField({ value, ...props }: TextareaProps & { value: string }) {
  const [settled] = useDebouncedValue(value.length, pause)
  return (
    <div>
      <Textarea
        label="Message"
        required
        withAsterisk={false}
        rows={7}
        maxLength={messageMost}
        size="md"
        classNames={{ label: classes.label }}
        value={value}
        {...props}
      />
      <p className={classes.count} data-full={value.length >= messageMost || undefined} aria-hidden>
        {value.length} / {messageMost}
      </p>
      <VisuallyHidden role="status">{settled > 0 && roomLeft(settled)}</VisuallyHidden>
    </div>
  )
}

/** Why a message did not get through, and that the facility can be called (spec 1 §8). */
function SendProblem({ error, facility }: { error: Error | null; facility: Facility | undefined }) {
  const known = error instanceof ApiError
  return (
    <div role="alert" className={classes.problemRegion}>
      {error && (
        <div className={classes.problem}>
          <IconAlertTriangle size={20} aria-hidden />
          <div>
            {known ? error.message : 'An unexpected error occurred. Please try again.'}{' '}
            {facility?.phone ? (
              <>
                Or call us at <PhoneLink phone={facility.phone} className={classes.problemLink} />.
              </>
            ) : (
              !facility && 'Or call us.'
            )}
            {known && error.requestId && error.status >= 500 && (
              <div>If it keeps happening, mention {error.requestId}.</div>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
