import { Alert } from '@mantine/core'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/read.ts'
import { Row } from '../../../ui/layout.tsx'
import classes from './AuditLog.module.css'
import { momentText } from './auditText.ts'

/** Whether the log is protected: how far it is sealed, and every problem in a sentence. Says nothing while it is not known. */
export function SealState({ zone }: { zone: string }) {
  const { data: seal } = useQuery({ ...read('GET /api/admin/audit-seal'), staleTime: 0 })
  if (!seal) return <Row as="p" nowrap className={classes.sealed} />
  const { head, entries, unsealed, problems } = seal
  return (
    <>
      {problems.map(({ code, message }) => (
        <Alert key={code} color="red" variant="outline" icon={<IconShieldX aria-hidden />}>
          {message}
        </Alert>
      ))}
      <Row as="p" nowrap className={classes.sealed}>
        <IconShieldCheck size={20} aria-hidden />
        {head ? (
          <span>
            {entries.toLocaleString('en-US')} {entries === 1 ? 'entry is' : 'entries are'} sealed, the last at{' '}
            {momentText(head.sealed_at, zone)}
            {unsealed > 0 && `; ${unsealed.toLocaleString('en-US')} to follow`}. Seal {head.number}:{' '}
            <code className={classes.code} title={head.mac}>
              {head.mac.slice(0, 16)}…
            </code>
          </span>
        ) : (
          <span>Nothing is sealed yet.</span>
        )}
      </Row>
    </>
  )
}
