import { Button, PasswordInput, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CardConnection, saveCardConnection } from '../../../../shared/contract/facility/connections.ts'
import { isRefusal } from '../../../api/apiError.ts'
import type { InputOf } from '../../../api/call.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { facilitySettingsQuery } from '../../../api/queries/settings.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { Panel, Row, Stack, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { LeaveUnsaved } from '../../../ui/staff/LeaveUnsaved.tsx'
import { toast } from '../../../ui/toast.ts'
import { SectionForm } from './SectionForm.tsx'
import classes from './Settings.module.css'
import stateClasses from './State.module.css'
import { paidByCard } from './sections.ts'

/** Stripe: keys entered, a test charge, and the webhook by which Stripe reports payments. */
export function CardsSection() {
  const { data, error, refetch } = useQuery({ ...read('GET /api/settings/cards'), staleTime: 0 })
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} role="status" aria-label="Loading card payments" />
  return (
    <>
      <CardState connection={data} />
      {data.source !== 'environment' && <CardForm connection={data} />}
      <Webhook connection={data} />
      {data.source !== 'none' && <PaidByCard />}
    </>
  )
}

/** What customers pay by card, and what on arrival. */
function PaidByCard() {
  const settings = useQuery(facilitySettingsQuery).data
  if (!settings) return <Skeleton height={220} role="status" aria-label="Loading what cards pay for" />
  return (
    <Stack as="section" gap="sm" aria-labelledby="paid-by-card">
      <div className={classes.head}>
        <h3 id="paid-by-card">{paidByCard.title}</h3>
        <p>{paidByCard.about}</p>
      </div>
      <SectionForm section={paidByCard} settings={settings} />
    </Stack>
  )
}

const sentences: Readonly<Record<CardConnection['source'], string>> = {
  environment: 'Stripe’s keys are set where Dugout runs. Change them there.',
  settings: 'Stripe takes your cards.',
  sandbox: 'Test payments only: no real card is charged. Connect Stripe to take cards.',
  none: 'No cards are taken. People pay on arrival.',
}

/** Whether cards are taken, and the button that tries it. */
function CardState({ connection }: { connection: CardConnection }) {
  const { source, mode, problem } = connection
  const test = useAttempt({
    send: (_: object, once) => once('POST /api/settings/cards/test', {}),
    touches: touches.cards,
  })
  const [outcome, setOutcome] = useState<{ charged: boolean; words: string }>()
  async function press() {
    setOutcome(undefined)
    // Each press is a charge of its own.
    const tried = await test.attempt({ at: Date.now() })
    if (tried && 'answer' in tried) setOutcome(tried.answer)
  }
  const isTest = mode === 'test' || source === 'sandbox'
  return (
    <Panel as="div" padded className={stateClasses.state}>
      <div>
        <strong>{problem ?? sentences[source]}</strong>
        {mode && !problem && (
          <p>
            {mode === 'test' ? 'Test mode: no real card is charged.' : 'Live mode: real cards are charged.'}
          </p>
        )}
        <div role="status">
          {outcome?.charged && <p>A test card was charged $1.00, and got it back.</p>}
          {outcome && !outcome.charged && (
            <p className={stateClasses.words}>
              The test card was not charged. Stripe’s words: “{outcome.words}”
            </p>
          )}
        </div>
        <AttemptError error={test.error} button="Charge a Test Card" />
      </div>
      {isTest && !problem && (
        <Button variant="default" loading={test.isPending} onClick={() => void press()}>
          Charge a Test Card
        </Button>
      )}
    </Panel>
  )
}

type Values = Record<'publishable_key' | 'secret_key' | 'webhook_secret', string>

const noKeys: Values = { publishable_key: '', secret_key: '', webhook_secret: '' }

function CardForm({ connection }: { connection: CardConnection }) {
  const { source, publishable_key, secret_hint } = connection
  const isSaved = source === 'settings'
  const [seen, setSeen] = useState<Values>({
    ...noKeys,
    publishable_key: (isSaved && publishable_key) || '',
  })
  const startFrom = (kept: Values) => {
    setSeen(kept)
    form.replace(kept)
  }
  const form = useForm({
    values: seen,
    follows: true,
    staysOpen: true,
    schema: saveCardConnection.body,
    request: (values): InputOf<'PUT /api/settings/cards'> => ({
      publishable_key: '',
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
    }),
    send: (json, once) => once('PUT /api/settings/cards', json),
    touches: touches.cards,
    onDone: () => {
      startFrom({ ...noKeys, publishable_key: form.values.publishable_key.trim() })
      toast.success('Stripe accepted your keys.')
    },
  })
  const disconnect = useAttempt({
    send: (_: object, once) => once('DELETE /api/settings/cards', {}),
    touches: touches.cards,
  })
  const field = (name: keyof Values, hint: string) => ({
    ...{ name, size: 'md', className: classes.whole ?? '', description: hint },
    inputWrapperOrder: ['label' as const, 'input' as const, 'error' as const, 'description' as const],
    ...{ autoComplete: 'off', spellCheck: false, withAsterisk: false },
    ...form.field(name),
    // A PasswordInput does not say so by itself, and the focus goes to what is wrong.
    'aria-invalid': form.errors[name] ? true : undefined,
  })
  const refused = isRefusal(form.problem, 'stripe_keys_refused')
    ? (form.problem.details as { words: string }).words
    : undefined
  return (
    <form
      ref={form.element}
      className={classes.form}
      noValidate
      aria-label="Card Payments"
      onSubmit={form.onSubmit}
    >
      <div className={classes.fields}>
        <TextInput
          label="Publishable Key"
          placeholder="pk_live_… or pk_test_…"
          {...field('publishable_key', 'At Stripe: Developers, API keys')}
        />
        <PasswordInput
          label="Secret Key"
          placeholder={isSaved && secret_hint ? `…${secret_hint}` : 'sk_live_… or sk_test_…'}
          {...field(
            'secret_key',
            isSaved ? 'Saved. Leave empty to keep it.' : 'Kept encrypted, and never shown again',
          )}
        />
        <PasswordInput
          label="Signing Secret of the Webhook"
          placeholder="whsec_…"
          {...field(
            'webhook_secret',
            isSaved ? 'Saved. Leave empty to keep it.' : 'At Stripe, once you have added the webhook below',
          )}
        />
      </div>
      {refused !== undefined && (
        <Text tone="problem" role="alert">
          Stripe did not accept these keys. Its words: “{refused}”
        </Text>
      )}
      {refused === undefined && (
        <AttemptError error={form.problem ?? disconnect.error} button="Check and Save" />
      )}
      <Row align="stretch" className={classes.foot} data-changed={form.isDirty || undefined}>
        <Button type="submit" color="stitch.6" loading={form.isPending} disabled={!form.isDirty}>
          Check and Save
        </Button>
        {isSaved && (
          <Button
            variant="subtle"
            color="stitch.7"
            loading={disconnect.isPending}
            onClick={async () => {
              const outcome = await disconnect.attempt({})
              if (!outcome || !('answer' in outcome)) return
              startFrom(noKeys)
              toast.info('Stripe is disconnected. No cards are taken.')
            }}
          >
            Disconnect
          </Button>
        )}
      </Row>
      <LeaveUnsaved changed={form.isDirty} text="The keys you entered are not saved yet." />
    </form>
  )
}

/** What is entered at Stripe, and whether Stripe has reached it. */
function Webhook({ connection }: { connection: CardConnection }) {
  const { webhook_url, webhook_events, webhook_heard_at, source } = connection
  const zone = useQuery(facilityQuery).data?.time_zone
  return (
    <Panel padded className={stateClasses.state} aria-label="Webhook">
      <div>
        <strong>Webhook</strong>
        <p>
          Stripe tells Dugout here that a payment went through. At Stripe: Developers, Webhooks, Add endpoint,
          with this address and these events.
        </p>
        <p>
          <code>{webhook_url}</code>
        </p>
        <details className={stateClasses.reading}>
          <summary>{webhook_events.length} events</summary>
          <p>{webhook_events.join(', ')}</p>
        </details>
        {source === 'settings' && (
          <p role="status">
            {webhook_heard_at && zone
              ? `Stripe reached it ${whenText(webhook_heard_at, zone)}.`
              : 'Stripe has not reached it yet.'}
          </p>
        )}
        {!webhook_heard_at && !webhook_url.startsWith('https:') && (
          <p>Stripe can’t reach this address yet. Give your site one with https first.</p>
        )}
      </div>
      <Button variant="default" onClick={() => void copy(webhook_url)}>
        Copy Address
      </Button>
    </Panel>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast.success('Copied.')
  } catch {
    toast.error('Your browser did not copy it. Select the address and copy it by hand.')
  }
}
