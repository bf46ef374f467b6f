import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import classes from './HistoryLink.module.css'

interface HistoryLinkProps {
  /** A table of the audit log, such as `camps`. */
  table: string
  record: string
  /** What the history is of, for those who do not see the page around it. */
  of: string
}

/** Leads admins to everything that was changed in one record; nothing for the others, who may not read the audit log. */
export function HistoryLink({ table, record, of }: HistoryLinkProps) {
  const session = useSession()
  if (session.status !== 'signed-in' || session.profile.role !== 'admin') return null
  return (
    <Link
      to="/admin/audit-log"
      search={{ table, record }}
      aria-label={`History of ${of}`}
      className={classes.link ?? ''}
    >
      <IconHistory size={18} aria-hidden />
      History
    </Link>
  )
}
