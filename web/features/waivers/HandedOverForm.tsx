import { Radio } from '@mantine/core'
import { signHandedOver, type WaiverText } from '../../../shared/contract/waivers/waivers.ts'
import { isRefusal } from '../../api/apiError.ts'
import { useForm } from '../../components/form/useForm.ts'
import { Heading, Stack } from '../../ui/layout.tsx'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { SignatureFields, WaiverTextBox } from './SignWaiver.tsx'

interface HandedOverFormProps {
  token: string
  /** For whom it is signed. */
  person: string
  waivers: readonly WaiverText[]
  /** A text has changed since it was opened. */
  onChanged: () => void
  onDone: () => void
}

/** The texts, who signs, and the name that they give: nobody is logged in (decision 42). */
export default function HandedOverForm({ token, person, waivers, onChanged, onDone }: HandedOverFormProps) {
  const form = useForm({
    values: { name: '', drawing: '', relation: 'guardian' as 'guardian' | 'self' },
    schema: signHandedOver.body,
    request: ({ name, drawing, relation }) => ({
      ...{ token, name, relation },
      waivers: waivers.map(({ id, version }) => ({ id, version })),
      drawing: drawing === '' ? null : drawing,
    }),
    send: (request, once) => once('POST /api/waiver-handovers/sign', request),
    fieldOf: { waiver_adult_needed: 'relation' },
    onRefused: (error) => isRefusal(error, 'waiver_changed') && onChanged(),
    onDone,
  })
  return (
    <AccountForm form={form} submit="Agree and Sign" aria-label={`Sign for ${person}`}>
      {waivers.map((waiver) => (
        <Stack gap="xs" key={waiver.id}>
          <Heading as="h2" size="lg">
            {waiver.title}
          </Heading>
          <WaiverTextBox waiver={waiver} />
        </Stack>
      ))}
      <Radio.Group label="Who Signs?" {...form.bind('relation')}>
        <Stack gap="xs">
          <Radio value="guardian" label={`A parent or guardian of ${person}`} />
          <Radio value="self" label={`${person}, an adult`} />
        </Stack>
      </Radio.Group>
      <SignatureFields form={form} autoComplete="name" />
    </AccountForm>
  )
}
