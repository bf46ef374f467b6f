import { Button, Checkbox, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type StaffWaiver,
  saveWaiver,
  type WaiverKind,
  waiverKinds,
} from '../../../../shared/contract/waivers/waivers.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { Heading, List, Panel, Row, Stack, Text } from '../../../ui/layout.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { readNumber } from '../../../ui/typedNumber.ts'

const kindNames: Readonly<Record<WaiverKind, string>> = {
  camps: 'Camps',
  classes: 'Classes',
  lessons: 'Lessons',
  cages: 'Cages',
}

/** Texts that people sign: what they are needed for, from when, and how long a signature holds (decision 42). */
export function WaiversSection() {
  const waivers = useQuery(read('GET /api/settings/waivers'))
  const [opened, setOpened] = useState<StaffWaiver | 'new'>()
  const close = () => setOpened(undefined)
  if (waivers.error && !waivers.data)
    return <ErrorAlert error={waivers.error} onRetry={() => void waivers.refetch()} />
  if (!waivers.data) return <Skeleton height={160} role="status" aria-label="Loading waivers" />
  return (
    <Stack>
      {waivers.data.length === 0 && (
        <Text>No waivers yet. Add the text that your lawyer gave you, and what it is needed for.</Text>
      )}
      <List>
        {waivers.data.map((waiver) => (
          <Panel as="li" padded key={waiver.id}>
            <Row apart>
              <div>
                <Heading as="h3" size="lg">
                  {waiver.title}
                </Heading>
                <Text tone="dim" size="sm">
                  {summaryOf(waiver)}
                </Text>
              </div>
              <Button variant="default" aria-label={`Edit ${waiver.title}`} onClick={() => setOpened(waiver)}>
                Edit
              </Button>
            </Row>
          </Panel>
        ))}
      </List>
      <Row>
        <Button color="stitch.6" onClick={() => setOpened('new')}>
          Add Waiver
        </Button>
      </Row>
      <FormDialog
        of={opened}
        title={(of) => (of === 'new' ? 'Add Waiver' : 'Edit Waiver')}
        onClose={close}
        long
        wide
        leave={{ title: 'Discard your changes?', text: 'What you entered is lost.', label: 'Discard' }}
      >
        {(of, done, cancel) => (
          <WaiverForm waiver={of === 'new' ? null : of} onDone={done} onCancel={cancel} />
        )}
      </FormDialog>
    </Stack>
  )
}

function summaryOf({ required_for, binds, versions, signatures, is_active }: StaffWaiver): string {
  if (!is_active || required_for.length === 0) return 'Nobody is asked to sign it.'
  const kinds = new Intl.ListFormat('en-US').format(required_for.map((kind) => kindNames[kind].toLowerCase()))
  const when = {
    booking: 'before booking',
    'check-in': 'asked for at check-in',
    'check-in-required': 'required at check-in',
  }[binds]
  return `For ${kinds}, ${when} · version ${versions[0]?.version ?? 1} · ${signatures === 1 ? '1 signature' : `${signatures} signatures`}`
}

interface WaiverFormProps {
  waiver: StaffWaiver | null
  onDone: () => void
  onCancel: () => void
}

function WaiverForm({ waiver, onDone, onCancel }: WaiverFormProps) {
  const form = useForm({
    values: {
      title: waiver?.title ?? '',
      body: waiver?.body ?? '',
      required_for: waiver?.required_for ?? [],
      binds: waiver?.binds ?? ('check-in' as StaffWaiver['binds']),
      holds_months: waiver?.holds_months ? String(waiver.holds_months) : '',
      kept_years: String(waiver?.kept_years ?? 7),
      is_active: waiver?.is_active ?? true,
    },
    schema: saveWaiver.body,
    request: ({ holds_months, kept_years, ...values }) => ({
      ...values,
      id: waiver?.id ?? null,
      seen_version: waiver?.versions[0]?.version ?? 0,
      holds_months: holds_months.trim() === '' ? null : readNumber(holds_months),
      kept_years: readNumber(kept_years),
    }),
    send: (request, once) => once('POST /api/settings/waivers', request),
    touches: touches.waivers,
    onDone,
  })
  const { required_for } = form.values
  const toggle = (kind: WaiverKind, checked: boolean) =>
    form.set({
      required_for: waiverKinds.filter((one) => (one === kind ? checked : required_for.includes(one))),
    })
  return (
    <Form form={form} label="Waiver" submit="Save Waiver" onCancel={onCancel}>
      <TextInput label="Title" maxLength={100} autoComplete="off" {...form.field('title')} />
      <Textarea
        label="Text"
        description="Plain text. A line that begins with # is a heading, one with - an entry of a list. Another text is a new version, which everyone signs again."
        autosize
        minRows={8}
        maxRows={20}
        {...form.field('body')}
      />
      <Checkbox.Group label="Needed For" value={required_for}>
        <Row>
          {waiverKinds.map((kind) => (
            <Checkbox
              key={kind}
              value={kind}
              label={kindNames[kind]}
              onChange={({ currentTarget: { checked } }) => toggle(kind, checked)}
            />
          ))}
        </Row>
      </Checkbox.Group>
      <NativeSelect
        label="From When"
        data={[
          { value: 'check-in', label: 'Asked for at check-in' },
          { value: 'check-in-required', label: 'Required at check-in' },
          { value: 'booking', label: 'Before booking' },
        ]}
        {...form.field('binds')}
      />
      <NumberField
        label="Months a Signature Holds"
        description="Empty: until there is a new version."
        {...form.bind('holds_months')}
      />
      <NumberField
        label="Years a Signature Is Kept"
        description="Claims can be made for as long; ask your lawyer."
        {...form.bind('kept_years')}
      />
      <Checkbox label="In Use" {...form.tick('is_active')} />
    </Form>
  )
}
