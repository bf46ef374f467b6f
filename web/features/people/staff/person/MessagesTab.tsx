import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { PersonMessage } from '../../../../../shared/contract/people/personPage.ts'
import { readPages } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Row } from '../../../../ui/layout.tsx'
import { RecordName } from '../../../../ui/staff/DetailParts.tsx'
import { pagedList } from '../../../../ui/staff/listState.ts'
import { toast } from '../../../../ui/toast.ts'
import { Card, PagedRecords } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

/** What was mailed to the person, and what did not arrive. */
export function MessagesTab({ person, zone }: PersonTabProps) {
  const list = pagedList(
    useInfiniteQuery(readPages('GET /api/admin/people/:user_id/messages', { user_id: person.id })),
  )
  const resend = useCall('POST /api/admin/messages/:message_id/resend', {
    touches: touches.person(person.id),
  })
  async function again({ id, subject }: PersonMessage) {
    const outcome = await resend.attempt({ message_id: id })
    if (outcome && 'answer' in outcome) toast.success(`“${subject}” is on its way again.`)
  }
  return (
    <Card title="Messages">
      <AttemptError error={resend.error} button="Send Again" />
      <PagedRecords
        label="Messages"
        list={list}
        keyOf={({ id }) => id}
        empty={
          <p>{person.email ? 'No messages sent yet.' : 'Without an email address, nothing can be sent.'}</p>
        }
      >
        {(message) => (
          <>
            <RecordName name={message.subject}>
              To {message.to_email}, {whenText(message.sent_at ?? message.created_at, zone)}
              {message.status !== 'sent' && message.last_error && ` · ${message.last_error}`}
            </RecordName>
            <Row as="span" className={classes.end}>
              <StatusBadge status={message.status} />
              {message.can_resend && (
                <Button
                  variant="default"
                  leftSection={<IconSend size={18} aria-hidden />}
                  loading={resend.isPending}
                  onClick={() => void again(message)}
                >
                  Send Again
                </Button>
              )}
            </Row>
          </>
        )}
      </PagedRecords>
    </Card>
  )
}
