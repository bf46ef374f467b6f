import { Button, Skeleton, Textarea } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { changedByOthers } from '../../../../shared/contract/bookings/staffChanges.ts'
import {
  CONTACT_REPLY_MOST,
  type ContactMessageDetails,
} from '../../../../shared/contract/messages/contactMessages.ts'
import { isRefusal, isUnsure } from '../../../api/apiError.ts'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { touches } from '../../../api/touches.ts'
import { useCall } from '../../../api/useAttempt.ts'
import { phoneHref } from '../../../components/phone.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ContactLinks } from '../../../components/staff/ContactLinks.tsx'
import { ColourBadge, StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import { AboutSender } from './AboutSender.tsx'
import classes from './Inbox.module.css'
import { contactSubjects } from './messageStates.ts'

interface ConversationProps {
  id: string
  zone: string
  onBack: () => void
  /** It is done: on to the next one. */
  onDone: () => void
}

/** What one visitor wrote with what was answered, what they have booked, and the reply. */
export function Conversation({ id, zone, onBack, onDone }: ConversationProps) {
  const query = useQuery({
    ...read('GET /api/admin/contact-messages/:contact_message_id', { contact_message_id: id }),
    staleTime: 0,
  })
  const message = query.data
  if (!message)
    return query.error ? (
      <ErrorAlert
        error={query.error}
        text="Could not load the message."
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={244} radius={0} />
    )
  const { name, email, phone, user_id, handled_at, handled_by_name, replies } = message
  return (
    <>
      <ThreadHead
        name={name}
        onBack={onBack}
        flag={
          user_id ? (
            <Link to="/admin/users/$userId" params={{ userId: user_id }} className={classes.person}>
              Open Person
            </Link>
          ) : (
            <ColourBadge label="New here" colour="gray" />
          )
        }
        contact={<ContactLinks inline email={email} phone={phone} />}
      >
        <DoneButton message={message} onDone={onDone} />
      </ThreadHead>
      <Stack gap={6} grow className={classes.read}>
        <p className={classes.by}>
          {name} · {contactSubjects[message.subject]} · {whenText(message.created_at, zone)}
        </p>
        <Text breaks lines className={classes.bubble}>
          {message.message}
        </Text>
        <Stack as="ul" gap="sm" above={6} aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <p className={classes.by}>
                {reply.sent_by_name ?? 'Staff'} · {whenText(reply.created_at, zone)}
                {reply.state && <StatusBadge status={reply.state} />}
                {reply.message_id && reply.state === 'failed' && (
                  <Link to="/admin/messages" search={{ mail: reply.message_id }}>
                    Correct the Address
                  </Link>
                )}
              </p>
              <Text breaks lines className={classes.bubble} data-own>
                {reply.body}
              </Text>
            </li>
          ))}
        </Stack>
        {handled_at && (
          <p className={classes.by}>
            Done · {[whenText(handled_at, zone), handled_by_name].filter(Boolean).join(' · ')}
          </p>
        )}
        <AboutSender email={email} phone={phone} zone={zone} />
      </Stack>
      {email ? (
        <ReplyForm message={message} email={email} onDone={onDone} />
      ) : (
        <Stack gap={8} className={classes.composer}>
          <p>{name} left no email address. Please call.</p>
          <Row>
            <Button
              component="a"
              href={phoneHref(phone)}
              color="navy.7"
              data-key="r"
              leftSection={<IconPhone size={18} aria-hidden />}
            >
              Call {phone}
            </Button>
          </Row>
        </Stack>
      )}
    </>
  )
}

interface ThreadHeadProps {
  name: string
  onBack: () => void
  flag?: ReactNode
  contact?: ReactNode
  children?: ReactNode
}

/** Whom a thread is about, and what is done with it; on a phone with the way back to the list. */
export const ThreadHead = ({ name, onBack, flag, contact, children }: ThreadHeadProps) => (
  <header className={classes.head}>
    <Button
      variant="subtle"
      className={classes.back ?? ''}
      leftSection={<IconArrowLeft size={18} aria-hidden />}
      onClick={onBack}
    >
      All Messages
    </Button>
    <div className={classes.who}>
      <h2>{name}</h2>
      {flag}
      {contact}
    </div>
    {children}
  </header>
)

function DoneButton({ message, onDone }: { message: ContactMessageDetails; onDone: () => void }) {
  const isDone = message.state === 'done'
  const set = useCall('PUT /api/admin/contact-messages/:contact_message_id/status', {
    touches: touches.messages,
    pendingUntilRefreshed: true,
  })
  const label = isDone ? 'Open Again' : message.email === null ? 'Mark as Answered' : 'Done'
  return (
    <div>
      <AttemptError error={set.error} button={label} />
      <Button
        variant={isDone ? 'default' : 'light'}
        data-key="e"
        leftSection={<IconCheck size={18} aria-hidden />}
        loading={set.isPending}
        onClick={async () => {
          const outcome = await set.attempt({ contact_message_id: message.id, done: !isDone })
          if (outcome && 'answer' in outcome && !isDone) onDone()
        }}
      >
        {label}
      </Button>
    </div>
  )
}

/** What is being written to a visitor stays with the message, for whoever writes it, until it is sent or the tab is closed. */
function useReplyDraft(messageId: string) {
  const session = useSession()
  const by = session.status === 'signed-in' ? session.profile.id : ''
  const key = `reply:${by}:${messageId}`
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    draft,
    (text: string) => {
      setDraft(text)
      if (text === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text)
    },
  ] as const
}

interface ReplyFormProps {
  message: ContactMessageDetails
  email: string
  onDone: () => void
}

function ReplyForm({ message, email, onDone }: ReplyFormProps) {
  const [draft, onDraft] = useReplyDraft(message.id)
  const [seen, setSeen] = useState(message.revision)
  const reply = useCall('POST /api/admin/contact-messages/:contact_message_id/replies', {
    touches: touches.messages,
  })
  const isLate = reply.error !== null && isRefusal(reply.error, 'changed_meanwhile')
  const hasFailed = reply.error !== null && !isLate
  // While nothing is written, what others reply is simply there.
  if (draft === '' && seen !== message.revision && !reply.isPending) setSeen(message.revision)
  async function send(done: boolean) {
    const outcome = await reply.attempt({
      ...{ contact_message_id: message.id, expected_revision: seen },
      ...{ body: draft.trim(), done },
    })
    if (!outcome || !('answer' in outcome)) return
    onDraft('')
    setSeen(outcome.answer.revision)
    toast.success('Your reply is on its way.')
    if (done) onDone()
  }
  const isEmpty = draft.trim() === ''
  return (
    <Stack
      as="form"
      gap={8}
      className={classes.composer}
      aria-label="Reply"
      onSubmit={(event) => {
        event.preventDefault()
        void send(false)
      }}
    >
      <Textarea
        size="sm"
        aria-label="Your Reply"
        placeholder={`Reply to ${message.name}`}
        data-key="r"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={CONTACT_REPLY_MOST}
        disabled={reply.isPending || (reply.error !== null && isUnsure(reply.error))}
        value={draft}
        onChange={({ currentTarget }) => onDraft(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey) && !isEmpty && !isLate) void send(true)
        }}
      />
      {isLate ? (
        <div role="alert" className={classes.late}>
          {whoReplied(reply.error)} just replied. Yours isn’t sent yet, and isn’t lost.{' '}
          <Button
            variant="default"
            onClick={() => {
              setSeen(message.revision)
              reply.forgetError()
            }}
          >
            Continue With Mine
          </Button>
        </div>
      ) : (
        <AttemptError error={reply.error} button={hasFailed ? 'Try Again' : 'Send'} failure="Not sent." />
      )}
      <Row gap={8} apart>
        <Text as="span" tone="dim" size="xs" breaks>
          To {email}
        </Text>
        <Row gap={8}>
          <Button type="submit" variant="default" loading={reply.isPending} disabled={isEmpty || isLate}>
            {hasFailed ? 'Try Again' : 'Send'}
          </Button>
          {message.state !== 'done' && (
            <Button
              color="navy.7"
              disabled={isEmpty || isLate || reply.isPending}
              title="Ctrl Enter"
              onClick={() => void send(true)}
            >
              Send and Done
            </Button>
          )}
        </Row>
      </Row>
    </Stack>
  )
}

function whoReplied(error: Error | null): string {
  const details = error && 'details' in error ? changedByOthers.safeParse(error.details).data : undefined
  return details?.changed_by ?? 'Someone else'
}
