import { Button, NativeSelect, PasswordInput, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type MailConnection,
  type MailSettings,
  saveMailConnection,
} from '../../../../shared/contract/facility/connections.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { useTabDraft } from '../../../components/form/draft.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { Panel, Row } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { LeaveUnsaved } from '../../../ui/staff/LeaveUnsaved.tsx'
import { toast } from '../../../ui/toast.ts'
import { type Provider, providerOf, providers, whyNot } from './mailServers.ts'
import classes from './Settings.module.css'
import stateClasses from './State.module.css'

/** The mail server: entered, tested, and what other servers think of the sender. */
export function MailSection() {
  const { data, error, refetch } = useQuery({ ...read('GET /api/settings/mail'), staleTime: 0 })
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} role="status" aria-label="Loading the mail server" />
  return (
    <>
      <MailState connection={data} />
      {data.source !== 'environment' && <MailForm key={data.settings?.host ?? ''} connection={data} />}
      {(data.source === 'environment' || data.settings) && <MailDomain />}
    </>
  )
}

/** What happens to mail now, and the button that tries it. */
function MailState({ connection }: { connection: MailConnection }) {
  const { source, settings, readable, accepted_at, waiting } = connection
  const zone = useQuery(facilityQuery).data?.time_zone
  const test = useAttempt({
    send: (_: object, once) => once('POST /api/settings/mail/test', {}),
    touches: touches.mail,
  })
  const [outcome, setOutcome] = useState<{ accepted: boolean; to: string; words: string }>()
  const isConnected = source === 'environment' || (settings !== null && readable)
  async function press() {
    setOutcome(undefined)
    // Each press is a message of its own.
    const tried = await test.attempt({ at: Date.now() })
    if (tried && 'answer' in tried) setOutcome(tried.answer)
  }
  const sentence = {
    environment: 'The mail server is set where Dugout runs (SMTP_URL). Change it there.',
    settings: readable
      ? `Mail goes out through ${settings?.host}.`
      : 'The password was saved under another AUTH_SECRET. Enter it again: until then mail waits.',
    mailbox: 'No mail server yet. On this machine mail is kept at /dev/mailbox and sent to no one.',
    none: 'No mail server yet. Mail waits, and no one can confirm an account.',
  }[source]
  return (
    <Panel as="div" padded className={stateClasses.state}>
      <div>
        <strong>{sentence}</strong>
        <p>
          {accepted_at && zone ? `Last test taken ${whenText(accepted_at, zone)}. ` : ''}
          {waiting > 0 && (waiting === 1 ? '1 message is waiting.' : `${waiting} messages are waiting.`)}
        </p>
        <div role="status">
          {outcome?.accepted && <p>The server took a test message to {outcome.to}. Check your inbox.</p>}
          {outcome && !outcome.accepted && (
            <p className={stateClasses.words}>
              {whyNot(outcome.words, settings?.host)} The answer was: “{outcome.words}”
            </p>
          )}
        </div>
        <AttemptError error={test.error} button="Send a Test to Me" />
      </div>
      {isConnected && (
        <Button variant="default" loading={test.isPending} onClick={() => void press()}>
          Send a Test to Me
        </Button>
      )}
    </Panel>
  )
}

type Values = Record<'host' | 'port' | 'user' | 'password' | 'from_name' | 'from_email', string> &
  Pick<MailSettings, 'security'>

function MailForm({ connection }: { connection: MailConnection }) {
  const { settings, has_password, readable } = connection
  const facility = useQuery(facilityQuery).data
  const [seen, setSeen] = useState<Values>({
    host: settings?.host ?? '',
    port: String(settings?.port ?? 465),
    security: settings?.security ?? 'tls',
    user: settings?.user ?? '',
    password: '',
    from_name: settings?.from_name ?? '',
    from_email: settings?.from_email ?? facility?.email ?? '',
  })
  const kept = useTabDraft('mail', seen, ['password'])
  const [provider, setProvider] = useState<Provider>(() => providerOf(seen.host))
  const form = useForm({
    values: seen,
    draft: kept,
    follows: true,
    staysOpen: true,
    schema: saveMailConnection.body,
    request: ({ password, port, ...rest }) => ({
      ...{ ...rest, port: Number(port) },
      ...(password !== '' && { password }),
    }),
    send: (json, once) => once('PUT /api/settings/mail', json),
    touches: touches.mail,
    onDone: () => {
      const kept = { ...form.values, password: '' }
      setSeen(kept)
      form.replace(kept)
      toast.success('Saved. Send a test to see whether it works.')
    },
  })
  const field = (name: Exclude<keyof Values, 'security'>) => ({
    ...{ name, size: 'md', withAsterisk: false },
    ...form.field(name),
  })
  return (
    <form
      ref={form.element}
      className={classes.form}
      noValidate
      aria-label="Mail Server"
      onSubmit={form.onSubmit}
    >
      <div className={classes.fields}>
        <NativeSelect
          className={classes.whole ?? ''}
          label="Your Mail Provider"
          description={providers[provider].hint}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data={Object.entries(providers).map(([value, { name }]) => ({ value, label: name }))}
          value={provider}
          onChange={(event) => {
            const chosen = event.currentTarget.value as Provider
            setProvider(chosen)
            form.set(providers[chosen].values)
          }}
        />
        <TextInput
          className={classes.half ?? ''}
          label="Server"
          placeholder="smtp.example.com"
          autoCapitalize="none"
          spellCheck={false}
          {...field('host')}
        />
        <TextInput className={classes.quarter ?? ''} label="Port" inputMode="numeric" {...field('port')} />
        <NativeSelect
          className={classes.quarter ?? ''}
          label="Security"
          data={[
            { value: 'tls', label: 'TLS' },
            { value: 'starttls', label: 'STARTTLS' },
            { value: 'none', label: 'None' },
          ]}
          value={form.values.security}
          onChange={(event) => form.set({ security: event.currentTarget.value as MailSettings['security'] })}
        />
        <TextInput
          className={classes.half ?? ''}
          label="User Name"
          description="Empty if the server asks for none"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('user')}
        />
        <PasswordInput
          className={classes.half ?? ''}
          label="Password"
          description={
            has_password && readable
              ? 'Saved. Leave empty to keep it.'
              : 'Kept encrypted, and never shown again'
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="new-password"
          {...field('password')}
          aria-invalid={form.errors.password ? true : undefined}
        />
        <TextInput
          className={classes.half ?? ''}
          label="Sent From"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('from_email')}
        />
        <TextInput
          className={classes.half ?? ''}
          label="Sender’s Name"
          placeholder={facility?.name ?? ''}
          description="Empty: the facility’s name"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...field('from_name')}
        />
      </div>
      <AttemptError error={form.problem} button="Save" />
      <Row align="stretch" className={classes.foot} data-changed={form.isDirty || undefined}>
        <Button type="submit" color="stitch.6" loading={form.isPending} disabled={!form.isDirty}>
          Save
        </Button>
        {settings && <ForgetServer />}
      </Row>
      <LeaveUnsaved changed={form.isDirty} text="The mail server you entered is not saved yet." />
    </form>
  )
}

function ForgetServer() {
  const forget = useAttempt({
    send: (_: object, once) => once('DELETE /api/settings/mail', {}),
    touches: touches.mail,
  })
  return (
    <>
      <Button
        variant="subtle"
        color="stitch.7"
        loading={forget.isPending}
        onClick={async () => {
          const outcome = await forget.attempt({})
          if (outcome && 'answer' in outcome) toast.info('The mail server is forgotten. Mail waits.')
        }}
      >
        Disconnect
      </Button>
      <AttemptError error={forget.error} button="Disconnect" />
    </>
  )
}

const recordWords = {
  found: 'Found',
  missing: 'Missing: your mail may land in spam. Your mail provider tells you what to add to your domain.',
  unknown: 'DNS could not be asked from here.',
} as const

/** What other mail servers read about the sender's domain. */
function MailDomain() {
  // Asked for, because it may take some seconds.
  const { data, error, isFetching } = useQuery({
    ...read('GET /api/settings/mail/domain'),
    staleTime: 60_000,
    retry: false,
  })
  if (error) return null
  return (
    <Panel padded className={stateClasses.state} aria-label="Your domain" aria-busy={isFetching}>
      <div>
        <strong>
          {data ? `What other servers read about ${data.domain}` : 'Asking DNS about your domain…'}
        </strong>
        {data && (
          <dl className={stateClasses.records}>
            <dt>SPF</dt>
            <dd>{recordWords[data.spf]}</dd>
            <dt>DMARC</dt>
            <dd>{recordWords[data.dmarc]}</dd>
            <dt>DKIM</dt>
            <dd>Your mail provider signs for you. Its pages say how to turn it on.</dd>
          </dl>
        )}
      </div>
    </Panel>
  )
}
