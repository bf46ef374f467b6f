import { IconPinFilled } from '@tabler/icons-react'
import type { PersonNote } from '../../../../../shared/contract/people/personPage.ts'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Text } from '../../../../ui/layout.tsx'
import classes from './PersonParts.module.css'

/** A note with who wrote it when. */
export const NoteText = ({ note, zone }: { note: PersonNote; zone: string }) => (
  <div className={classes.note}>
    <Text breaks lines>
      {note.body}
    </Text>
    <Text as="span" tone="dim" size="sm" block>
      {note.pinned && (
        <>
          <IconPinFilled size={14} aria-hidden className={classes.pinned} /> Pinned ·{' '}
        </>
      )}
      {note.written_by ?? 'A former colleague'}, {whenText(note.created_at, zone)}
      {note.updated_at !== note.created_at && ', edited'}
    </Text>
  </div>
)
