import { Button } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import { useState } from 'react'
import type { RecentMerge } from '../../../../../shared/contract/people/personPage.ts'
import { refreshPeople } from '../../../../api/queries/person.ts'
import { useSession } from '../../../../api/session.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { whenText } from '../../../../components/staff/whenText.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { Card } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

/** Merges into this record that can be taken back still. */
export function RecentMerges({ person, zone }: PersonTabProps) {
  const session = useSession()
  const isAdmin = session.status === 'signed-in' && session.profile.role === 'admin'
  const [reversed, setReversed] = useState<RecentMerge>()
  const reverse = useAttempt({
    send: (merge_id: string, once) => once('POST /api/admin/merges/:merge_id/reverse', { merge_id }),
    refresh: refreshPeople,
  })
  const close = () => {
    reverse.forgetError()
    setReversed(undefined)
  }
  async function confirm({ id, source_name }: RecentMerge) {
    const outcome = await reverse.attempt(id)
    if (!outcome || 'error' in outcome) return
    toast.success(`${source_name} is a record of its own again.`)
    close()
  }
  if (person.merges.length === 0) return null
  return (
    <Card title="Merged Lately">
      <ul className={classes.records} aria-label="Merged lately">
        {person.merges.map((merge) => (
          <li key={merge.id} className={classes.record}>
            <span className={classes.child}>
              {merge.source_name} was merged into this record by {merge.merged_by_name ?? 'an admin'},{' '}
              {whenText(merge.merged_at, zone)}. It can be reversed until{' '}
              {whenText(merge.reversible_until, zone)}.
            </span>
            {isAdmin && (
              <Button
                variant="default"
                leftSection={<IconArrowsSplit size={20} aria-hidden />}
                onClick={() => setReversed(merge)}
              >
                Reverse Merge
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={reversed !== undefined}
        title="Reverse Merge"
        text={`${reversed?.source_name} gets back all that was moved, and the email. What was booked or paid since stays with ${person.full_name}.`}
        label="Reverse Merge"
        isPending={reverse.isPending}
        onConfirm={() => reversed && void confirm(reversed)}
        onClose={close}
      >
        <AttemptError error={reverse.error} button="Reverse Merge" />
      </ConfirmDialog>
    </Card>
  )
}
