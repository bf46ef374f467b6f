import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MessageDetails } from '../../../../shared/contract/messages/messageDelivery.ts'
import { templateTitle } from '../../../../shared/domain/messages/templateNames.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { MailFrame } from '../../../components/staff/MailFrame.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { Actions, Text } from '../../../ui/layout.tsx'
import { DetailDrawer } from '../../../ui/staff/DetailDrawer.tsx'
import { Details, Fact, Facts } from '../../../ui/staff/DetailParts.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Messages.module.css'

interface MessageDrawerProps {
  /** None: the drawer is closed. */
  id: string | undefined
  zone: string
  onClose: () => void
  onOpen: (id: string) => void
}

/** One message: what became of it, what it says, and sending it again. */
export function MessageDrawer({ id, zone, onClose, onOpen }: MessageDrawerProps) {
  const query = useQuery({
    ...read('GET /api/admin/messages/:message_id', { message_id: id ?? '' }),
    staleTime: 0,
    enabled: id !== undefined,
  })
  const [copied, setCopied] = useState<MessageDetails>()
  const act = useAttempt({
    send: (what: 'resend' | 'dismiss', once) =>
      once(`POST /api/admin/messages/:message_id/${what}`, { message_id: id ?? '' }),
    touches: touches.messages,
  })
  async function run(what: 'resend' | 'dismiss') {
    const outcome = await act.attempt(what)
    if (outcome && 'answer' in outcome) toast.success(outcome.answer.message)
  }
  const close = () => {
    act.forgetError()
    onClose()
  }
  return (
    <>
      <DetailDrawer
        of={id}
        onClose={close}
        title="Message"
        query={query}
        failure="Could not load the message."
      >
        {(message) => (
          <Message message={message} zone={zone} onOpen={onOpen}>
            <AttemptError error={act.error} button="Send Again" />
            <Actions className={classes.actions}>
              {message.can_resend && (
                <Button color="stitch.6" loading={act.isPending} onClick={() => void run('resend')}>
                  Send Again
                </Button>
              )}
              {message.state === 'failed' && (
                <Button variant="default" disabled={act.isPending} onClick={() => void run('dismiss')}>
                  Leave Undelivered
                </Button>
              )}
              {message.can_send_again && (
                <Button variant="default" disabled={act.isPending} onClick={() => setCopied(message)}>
                  Send a Copy…
                </Button>
              )}
            </Actions>
          </Message>
        )}
      </DetailDrawer>
      <ConfirmAction
        of={copied}
        onClose={() => setCopied(undefined)}
        asks={({ subject, to_email }) => ({
          title: 'Send a copy?',
          text: `“${subject}” was sent. A copy goes to ${to_email}, with what it said then: check that it still holds.`,
          label: 'Send a Copy',
        })}
        send={(message, once) =>
          once('POST /api/admin/messages/:message_id/copies', { message_id: message.id })
        }
        touches={touches.messages}
        onDone={({ message }) => toast.success(message)}
      />
    </>
  )
}

interface MessageProps {
  message: MessageDetails
  zone: string
  onOpen: (id: string) => void
  children: React.ReactNode
}

function Message({ message, zone, onOpen, children }: MessageProps) {
  const { to_user_id, to_email, recipient_name, content, problem, last_error, copies, copy_of } = message
  const at = (instant: string) => whenText(instant, zone)
  return (
    <Details name={message.subject}>
      <Facts>
        <Fact name="To" wide>
          {to_user_id ? (
            <Link to="/admin/users/$userId" params={{ userId: to_user_id }}>
              {recipient_name ?? to_email}
            </Link>
          ) : (
            recipient_name
          )}{' '}
          {(recipient_name || !to_user_id) && to_email}
        </Fact>
        <Fact name="Status">
          <StatusBadge status={message.state} />
        </Fact>
        <Fact name="Kind">{templateTitle(message.template)}</Fact>
        <Fact name="Queued">{at(message.created_at)}</Fact>
        {message.sent_at && <Fact name="Sent">{at(message.sent_at)}</Fact>}
        <Fact name="Attempts">{message.attempts}</Fact>
        {message.next_attempt_at && <Fact name="Next Attempt">{at(message.next_attempt_at)}</Fact>}
        {problem && (
          <Fact name={message.state === 'waiting' ? 'Last Problem' : 'Why It Failed'} wide>
            {problem}
          </Fact>
        )}
        {message.attachment && <Fact name="Attachment">{message.attachment}</Fact>}
        {message.reply_to && (
          <Fact name="Answers Go To" wide>
            {message.reply_to}
          </Fact>
        )}
        <Fact name="About" wide>
          {message.about}
        </Fact>
      </Facts>
      {problem && last_error && (
        <details className={classes.more}>
          <summary>What the mail server said</summary>
          <Text size="xs" breaks className={classes.raw}>
            {last_error}
          </Text>
        </details>
      )}
      {children}
      {copy_of && (
        <Button variant="subtle" onClick={() => onOpen(copy_of)}>
          This is a copy: open the first one
        </Button>
      )}
      {copies.map((copy) => (
        <Button key={copy.id} variant="subtle" onClick={() => onOpen(copy.id)}>
          Open the copy of {at(copy.created_at)}
        </Button>
      ))}
      {message.has_personal_link && (
        <p className={classes.info}>
          {content
            ? 'This message has a personal link. It is hidden here: only the receiver may use it.'
            : 'This message had a personal link. What it said was erased when it was sent. If the person did not get it, ask them to request a new one.'}
        </p>
      )}
      {content ? (
        <>
          <MailFrame title={`The message “${content.subject}”`} html={content.html} />
          <details className={classes.more}>
            <summary>As plain text</summary>
            <Text size="xs" breaks className={classes.raw}>
              {content.text}
            </Text>
          </details>
        </>
      ) : (
        !message.has_personal_link && (
          <p className={classes.info}>This version of Dugout cannot show what it said.</p>
        )
      )}
    </Details>
  )
}
