import { Button } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import { useState } from 'react'
import type { RecentMerge } from '../../../../../shared/contract/people/personPage.ts'
import { touches } from '../../../../api/touches.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { useIsAdmin } from '../../../../components/staff/useIsAdmin.ts'
import { whenText } from '../../../../components/staff/whenText.ts'
import { List, Row } from '../../../../ui/layout.tsx'
import { toast } from '../../../../ui/toast.ts'
import { Card } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

/** Merges into this record that can be taken back still. */
export function RecentMerges({ person, zone }: PersonTabProps) {
  const isAdmin = useIsAdmin()
  const [reversed, setReversed] = useState<RecentMerge>()
  if (person.merges.length === 0) return null
  return (
    <Card title="Merged Lately">
      <List aria-label="Merged lately">
        {person.merges.map((merge) => (
          <Row as="li" apart key={merge.id} className={classes.record}>
            <Row as="span" gap="sm" nowrap shrinks className={classes.child}>
              {merge.source_name} was merged into this record by {merge.merged_by_name ?? 'an admin'},{' '}
              {whenText(merge.merged_at, zone)}. It can be reversed until{' '}
              {whenText(merge.reversible_until, zone)}.
            </Row>
            {isAdmin && (
              <Button
                variant="default"
                leftSection={<IconArrowsSplit size={20} aria-hidden />}
                onClick={() => setReversed(merge)}
              >
                Reverse Merge
              </Button>
            )}
          </Row>
        ))}
      </List>
      <ConfirmAction
        of={reversed}
        onClose={() => setReversed(undefined)}
        asks={({ source_name }) => ({
          label: 'Reverse Merge',
          text: `${source_name} gets back all that was moved, and the email. What was booked or paid since stays with ${person.full_name}.`,
        })}
        send={({ id }, once) => once('POST /api/admin/merges/:merge_id/reverse', { merge_id: id })}
        touches={touches.people}
        onDone={(_, { source_name }) => toast.success(`${source_name} is a record of its own again.`)}
      />
    </Card>
  )
}
