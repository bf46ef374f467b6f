import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Row } from '../../ui/layout.tsx'
import classes from './FormNotice.module.css'

/** What a form has to say as a whole: it worked, or why it did not. */
export interface AuthNotice {
  kind: 'success' | 'error'
  text: string
}

/** Says it, and has it spoken; `children` is what can be done about it. */
export function FormNotice({ notice, children }: { notice: AuthNotice | undefined; children?: ReactNode }) {
  const failed = notice?.kind === 'error'
  return (
    <div role={failed ? 'alert' : 'status'} className={classes.region}>
      {notice && (
        <Row gap="sm" nowrap align="stretch" className={classes.notice} data-kind={notice.kind}>
          {failed ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}
          <div>
            {notice.text}
            {children}
          </div>
        </Row>
      )}
    </div>
  )
}

interface RefusalProps {
  error: Error | null
  textOf?: (error: Error) => string
}

/** Says why a change was refused; nothing while it was not. */
export const Refusal = ({ error, textOf = ({ message }) => message }: RefusalProps) => (
  <FormNotice notice={error ? { kind: 'error', text: textOf(error) } : undefined} />
)
