import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MessageDetails } from '../../../../shared/contract/messages/messageDelivery.ts'
import { correctMessageAddress } from '../../../../shared/contract/messages/messageDelivery.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { Form } from '../../../components/staff/form/Form.tsx'
import { MailFrame } from '../../../components/staff/MailFrame.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import { ThreadHead } from './Conversation.tsx'
import classes from './Inbox.module.css'

interface ReturnedMailProps {
  id: string
  zone: string
  onBack: () => void
}

/** Mail that came back: why, its address to correct, and what it says. */
export function ReturnedMail({ id, zone, onBack }: ReturnedMailProps) {
  const query = useQuery({ ...read('GET /api/admin/messages/:message_id', { message_id: id }), staleTime: 0 })
  const mail = query.data
  if (!mail)
    return query.error ? (
      <ErrorAlert
        error={query.error}
        text="Could not load the message."
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={244} radius={0} />
    )
  return (
    <>
      <ThreadHead
        name={mail.recipient_name ?? mail.to_email}
        onBack={onBack}
        flag={
          mail.to_user_id && (
            <Link to="/admin/users/$userId" params={{ userId: mail.to_user_id }} className={classes.person}>
              Open Person
            </Link>
          )
        }
      />
      <Stack gap={6} grow className={classes.read}>
        {mail.state === 'failed' ? (
          <Stack gap="sm" below="sm" role="alert" className={classes.banner}>
            <p>
              <strong>Came back from {mail.to_email}.</strong> {mail.problem}
            </p>
            {mail.has_personal_link ? <AskAnew /> : <Correction mail={mail} />}
            <Leave id={mail.id} />
          </Stack>
        ) : (
          <p>
            <StatusBadge status={mail.state} /> To {mail.to_email}
          </p>
        )}
        <p className={classes.by}>
          {mail.subject} · {whenText(mail.created_at, zone)}
        </p>
        {mail.content && (
          <MailFrame title={`The message “${mail.content.subject}”`} html={mail.content.html} />
        )}
      </Stack>
    </>
  )
}

const AskAnew = () => (
  <p>It has a personal link, which only its owner may get. Ask them to request a new one.</p>
)

function Correction({ mail }: { mail: MessageDetails }) {
  const form = useForm({
    values: { to_email: mail.to_email },
    schema: correctMessageAddress.body,
    send: (asked, once) =>
      once('POST /api/admin/messages/:message_id/address', { message_id: mail.id, ...asked }),
    touches: touches.messages,
    onDone: ({ message }) => toast.success(message),
  })
  return (
    <Form form={form} label="Correct the address" submit="Send Again">
      <TextInput
        label="Send It To"
        type="email"
        data-key="r"
        autoComplete="off"
        maxLength={254}
        {...form.field('to_email')}
      />
    </Form>
  )
}

function Leave({ id }: { id: string }) {
  const leave = useAttempt({
    send: (message_id: string, once) => once('POST /api/admin/messages/:message_id/dismiss', { message_id }),
    touches: touches.messages,
  })
  return (
    <Row>
      <AttemptError error={leave.error} button="Leave Undelivered" />
      <Button variant="default" data-key="e" loading={leave.isPending} onClick={() => void leave.attempt(id)}>
        Leave Undelivered
      </Button>
    </Row>
  )
}
