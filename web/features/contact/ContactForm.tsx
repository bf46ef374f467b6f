import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Facility } from '../../../shared/contract/facility.ts'
import { fieldProblem } from '../../api/apiError.ts'
import classes from './ContactForm.module.css'
import {
  type ContactValues,
  contactProblems,
  emptyContact,
  mailLink,
  nameMost,
  phoneMost,
  subjects,
} from './contactForm.ts'
import { MessageField } from './MessageField.tsx'
import { SendProblem } from './SendProblem.tsx'
import { useSendMessage } from './useSendMessage.ts'

/** The message form; what was typed stays until it has arrived (spec 1 §2.7, decision 24). */
export function ContactForm({ facility, onSent }: { facility: Facility | undefined; onSent: () => void }) {
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
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-labelledby="message-heading">
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
      {facility && (
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
