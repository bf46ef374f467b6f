import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { textLink } from '../../ui/layout.tsx'
import classes from './HistoryLink.module.css'
import { useIsAdmin } from './useIsAdmin.ts'

interface HistoryLinkProps {
  /** A table of the audit log, such as `camps`. */
  table: string
  record: string
  /** What the history is of, for those who do not see the page around it. */
  of: string
}

/** Leads admins to everything that was changed in one record; nothing for the others, who may not read the audit log. */
export function HistoryLink({ table, record, of }: HistoryLinkProps) {
  if (!useIsAdmin()) return null
  return (
    <Link
      to="/admin/audit-log"
      search={{ table, record }}
      aria-label={`History of ${of}`}
      className={`${textLink} ${classes.link}`}
    >
      <IconHistory size={18} aria-hidden />
      History
    </Link>
  )
}
