import { Button, NativeSelect, Textarea, type TextareaProps, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { ApiError, fieldProblem } from '../../api/apiError.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { useGuestCheck } from '../../api/queries/formToken.ts'
import { useForm } from '../../components/form/useForm.ts'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx'
import classes from './ContactForm.module.css'
import {
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
  const check = useGuestCheck()
  const form = useForm({
    values: emptyContact,
    check: contactProblems,
    send: ({ subject, ...values }, once) => {
      if (subject === '') throw new Error('A message without a subject was sent')
      return check.send((form_token) => once('POST /api/contact', { ...values, subject, form_token }))
    },
    onDone: onSent,
    refusedAt: (error) => {
      const phone = fieldProblem(error, 'phone')
      return phone ? { phone } : {}
    },
  })
  const field = {
    required: true,
    withAsterisk: false,
    classNames: { label: classes.label },
  } as const

  return (
    <Stack
      ref={form.element}
      method="post"
      as="form"
      onSubmit={form.onSubmit}
      noValidate
      aria-labelledby="message-heading"
    >
      <Grid className={classes.pair}>
        <TextInput {...field} label="Name" autoComplete="name" maxLength={nameMost} {...form.field('name')} />
        <TextInput
          {...field}
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={phoneMost}
          {...form.field('phone')}
        />
      </Grid>
      <NativeSelect
        {...field}
        label="Subject"
        data={[{ value: '', label: 'Choose a subject', disabled: true }, ...subjects]}
        {...form.field('subject')}
      />
      <MessageField {...form.field('message')} />
      <div className={classes.unseen} aria-hidden>
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...form.field('website')} />
        </label>
      </div>
      <SendProblem error={form.problem} facility={facility} />
      <Button type="submit" size="lg" className={classes.submit} loading={form.isBusy}>
        Send Message
      </Button>
      {facility?.email && (
        <Text tone="dim">
          Rather use your own mail program?{' '}
          <a className={classes.link} href={mailLink(facility.email, form.values)}>
            Write us an email
          </a>
        </Text>
      )}
    </Stack>
  )
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
        classNames={{ label: classes.label }}
        value={value}
        {...props}
      />
      <Text
        above={6}
        tone="dim"
        size="sm"
        numbers
        className={classes.count}
        data-full={value.length >= messageMost || undefined}
        aria-hidden
      >
        {value.length} / {messageMost}
      </Text>
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
        <Row gap="sm" nowrap align="stretch" className={classes.problem}>
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
        </Row>
      )}
    </div>
  )
}
