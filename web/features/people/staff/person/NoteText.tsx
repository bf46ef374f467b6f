import { IconPinFilled } from '@tabler/icons-react'
import type { PersonNote } from '../../../../../shared/contract/people/personPage.ts'
import { whenText } from '../../../../components/staff/whenText.ts'
import classes from './PersonParts.module.css'

/** A note with who wrote it when. */
export const NoteText = ({ note, zone }: { note: PersonNote; zone: string }) => (
  <div className={classes.note}>
    <p className={classes.body}>{note.body}</p>
    <span className={classes.below}>
      {note.pinned && (
        <>
          <IconPinFilled size={14} aria-hidden className={classes.pinned} /> Pinned ·{' '}
        </>
      )}
      {note.written_by ?? 'A former colleague'}, {whenText(note.created_at, zone)}
      {note.updated_at !== note.created_at && ', edited'}
    </span>
  </div>
)
