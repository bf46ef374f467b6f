import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import { type OwnWaiver, signWaivers, type WaiverText } from '../../../shared/contract/waivers/waivers.ts'
import { touches } from '../../api/touches.ts'
import { type Form, useForm } from '../../components/form/useForm.ts'
import formClasses from '../../components/formFields.module.css'
import { PlainText } from '../../components/PlainText.tsx'
import { fullNames } from '../../components/participants/people.ts'
import { Heading, Panel, Row, Stack, Text } from '../../ui/layout.tsx'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import classes from './Waivers.module.css'

interface SignWaiverProps {
  waiver: OwnWaiver
  /** For whom it is signed. */
  people: readonly ParticipantRef[]
  /** The account's name, which is typed. */
  signer: string
  /** Signed, or given up; without it the screen around has its own way back. */
  onClose?: () => void
}

/** One waiver for the people of a household: the text, for whom, and the name, typed, with a drawing if one likes (decision 42). */
export default function SignWaiver({ waiver, people, signer, onClose }: SignWaiverProps) {
  const form = useForm({
    values: { name: '', drawing: '' },
    schema: signWaivers.body,
    request: ({ name, drawing }) => ({
      waivers: [{ id: waiver.id, version: waiver.version }],
      participant_ids: people.map(({ id }) => id),
      name,
      drawing: drawing === '' ? null : drawing,
    }),
    send: (request, once) => once('POST /api/waivers/signatures', request),
    fieldOf: { waiver_name_differs: 'name' },
    // Where the text has changed since, the new one is shown.
    touches: touches.waivers,
    onDone: () => onClose?.(),
  })
  return (
    <AccountForm
      form={form}
      submit="Agree and Sign"
      {...(onClose ? { onCancel: onClose } : {})}
      inDialog
      aria-label={waiver.title}
    >
      <WaiverTextBox waiver={waiver} />
      <Text>
        You sign for <strong>{fullNames(people)}</strong>.
      </Text>
      <SignatureFields form={form} description={`As in your account: ${signer}`} />
    </AccountForm>
  )
}

/** What is agreed to; all of it at a press. */
export function WaiverTextBox({ waiver }: { waiver: Pick<WaiverText, 'title' | 'sections'> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Panel
        small
        padded
        className={classes.text}
        data-open={isOpen || undefined}
        tabIndex={isOpen ? undefined : 0}
        aria-label={`Text of ${waiver.title}`}
      >
        {waiver.sections.map(({ title, blocks }) => (
          <Stack gap="xs" key={title}>
            {title && (
              <Heading as="h3" size="md">
                {title}
              </Heading>
            )}
            <PlainText blocks={blocks} />
          </Stack>
        ))}
      </Panel>
      {!isOpen && (
        <Button variant="subtle" onClick={() => setOpen(true)}>
          Read All
        </Button>
      )}
    </>
  )
}

/** The name that is typed, and a drawing beside it if one likes. */
export function SignatureFields({
  form,
  ...name
}: {
  form: Pick<Form<{ name: string; drawing: string }>, 'values' | 'errors' | 'set' | 'field'>
} & Pick<TextInputProps, 'description' | 'autoComplete'>) {
  const [draws, setDraws] = useState(false)
  return (
    <>
      <TextInput
        label="Type Your Full Name to Sign"
        autoComplete="off"
        autoCapitalize="words"
        maxLength={200}
        data-private
        classNames={{ label: formClasses.label }}
        {...name}
        {...form.field('name')}
      />
      {draws ? (
        <SignaturePad
          value={form.values.drawing}
          error={form.errors.drawing ?? undefined}
          onChange={(drawing) => form.set({ drawing })}
        />
      ) : (
        <Row>
          <Button variant="default" onClick={() => setDraws(true)}>
            Draw It Too
          </Button>
        </Row>
      )}
    </>
  )
}
