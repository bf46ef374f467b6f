import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { changedByOthers } from '../../../../shared/contract/bookings/staffChanges.ts'
import {
  CONTACT_REPLY_MOST,
  type ContactMessageDetails,
} from '../../../../shared/contract/messages/contactMessages.ts'
import { isRefusal, isUnsure } from '../../../api/apiError.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useCall } from '../../../api/useAttempt.ts'
import { phoneHref } from '../../../components/phone.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ContactLinks } from '../../../components/staff/ContactLinks.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Stack } from '../../../ui/layout.tsx'
import { DetailDrawer } from '../../../ui/staff/DetailDrawer.tsx'
import { Details, Fact, Facts } from '../../../ui/staff/DetailParts.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Messages.module.css'
import { contactSubjects } from './messageStates.ts'

interface ContactDrawerProps {
  /** None: the drawer is closed. */
  id: string | undefined
  zone: string
  onClose: () => void
  /** What is being written to a visitor. */
  draftOf: (id: string) => string
  onDraft: (id: string, text: string) => void
}

/** A visitor's message with its replies: answer it by mail, mark it as done, open it again. */
export function ContactDrawer({ id, zone, onClose, draftOf, onDraft }: ContactDrawerProps) {
  const query = useQuery({
    ...read('GET /api/admin/contact-messages/:contact_message_id', { contact_message_id: id ?? '' }),
    staleTime: 0,
    enabled: id !== undefined,
  })
  return (
    <DetailDrawer
      of={id}
      onClose={onClose}
      title="Contact Message"
      query={query}
      failure="Could not load the message."
    >
      {(message) => (
        <Conversation
          key={message.id}
          message={message}
          zone={zone}
          draft={draftOf(message.id)}
          onDraft={(text) => onDraft(message.id, text)}
        />
      )}
    </DetailDrawer>
  )
}

interface ConversationProps {
  message: ContactMessageDetails
  zone: string
  draft: string
  onDraft: (text: string) => void
}

function Conversation({ message, zone, draft, onDraft }: ConversationProps) {
  const { name, email, phone, user_id, handled_at, handled_by_name, replies } = message
  const at = (instant: string) => whenText(instant, zone)
  return (
    <Details name={name}>
      <ContactLinks email={email} phone={phone} />
      <Facts>
        <Fact name="About">{contactSubjects[message.subject]}</Fact>
        <Fact name="State">
          <StatusBadge status={message.state} />
        </Fact>
        <Fact name="Written">{at(message.created_at)}</Fact>
        {handled_at && (
          <Fact name="Done">{[at(handled_at), handled_by_name].filter(Boolean).join(' · ')}</Fact>
        )}
        {user_id && (
          <Fact name="Account" wide>
            <Link to="/admin/users/$userId" params={{ userId: user_id }}>
              Open the account with this address
            </Link>
          </Fact>
        )}
      </Facts>
      <p className={classes.quote}>{message.message}</p>
      {replies.length > 0 && (
        <Stack as="ul" aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id} className={classes.reply}>
              <p className={classes.by}>
                <strong>{reply.sent_by_name ?? 'Staff'}</strong> {at(reply.created_at)}
                {reply.state && <StatusBadge status={reply.state} />}
                {reply.message_id && reply.state === 'failed' && (
                  <Link to="/admin/messages" search={{ open: reply.message_id }}>
                    See why
                  </Link>
                )}
              </p>
              <p className={classes.message}>{reply.body}</p>
            </li>
          ))}
        </Stack>
      )}
      {email ? (
        <ReplyForm message={message} draft={draft} onDraft={onDraft} />
      ) : (
        <div>
          <p className={classes.info}>{name} left no email address. Please call.</p>
          <div className={dialogContent.buttons}>
            <Button component="a" href={phoneHref(phone)} color="stitch.6">
              Call {phone}
            </Button>
          </div>
        </div>
      )}
      <DoneButton message={message} />
    </Details>
  )
}

function ReplyForm({ message, draft, onDraft }: Omit<ConversationProps, 'zone'>) {
  const [seen, setSeen] = useState(message.revision)
  const reply = useCall('POST /api/admin/contact-messages/:contact_message_id/replies', {
    touches: touches.messages,
  })
  const isLate = reply.error !== null && isRefusal(reply.error, 'changed_meanwhile')
  const unsure = reply.error !== null && isUnsure(reply.error)
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
  }
  return (
    <form
      className={classes.form}
      aria-label="Reply"
      onSubmit={(event) => {
        event.preventDefault()
        void send(false)
      }}
    >
      <Textarea
        label="Your Reply"
        description={`Goes to ${message.email ?? ''} with your name. Answers to it go to the facility’s address.`}
        size="md"
        autosize
        minRows={4}
        maxRows={14}
        maxLength={CONTACT_REPLY_MOST}
        disabled={reply.isPending || unsure}
        value={draft}
        onChange={({ currentTarget }) => onDraft(currentTarget.value)}
      />
      {isLate ? (
        <div role="alert" className={classes.info}>
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
        <AttemptError error={reply.error} button="Send Reply" />
      )}
      <div className={dialogContent.buttons}>
        <Button
          type="submit"
          color="stitch.6"
          loading={reply.isPending}
          disabled={draft.trim() === '' || isLate}
        >
          Send Reply
        </Button>
        {message.state !== 'done' && (
          <Button
            variant="default"
            disabled={draft.trim() === '' || isLate || reply.isPending}
            onClick={() => void send(true)}
          >
            Send and Mark as Done
          </Button>
        )}
      </div>
    </form>
  )
}

function whoReplied(error: Error | null): string {
  const details = error && 'details' in error ? changedByOthers.safeParse(error.details).data : undefined
  return details?.changed_by ?? 'Someone else'
}

function DoneButton({ message }: { message: ContactMessageDetails }) {
  const isDone = message.state === 'done'
  const set = useCall('PUT /api/admin/contact-messages/:contact_message_id/status', {
    touches: touches.messages,
    pendingUntilRefreshed: true,
  })
  const label = isDone ? 'Open Again' : 'Mark as Done'
  return (
    <>
      <AttemptError error={set.error} button={label} />
      <div className={dialogContent.buttons}>
        <Button
          variant="default"
          loading={set.isPending}
          onClick={() => void set.attempt({ contact_message_id: message.id, done: !isDone })}
        >
          {label}
        </Button>
      </div>
    </>
  )
}
