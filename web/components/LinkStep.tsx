import { Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconMail,
  IconMailOff,
  IconShieldLock,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Panel } from '../ui/layout.tsx'
import classes from './LinkStep.module.css'

const icons = {
  ask: IconMailOff,
  mail: IconMail,
  secure: IconShieldLock,
  done: IconCircleCheck,
  problem: IconAlertTriangle,
}

interface Props {
  kind: keyof typeof icons
  heading: string
  /** Whether it follows a press of the button: then its heading takes the focus, so that it is read out. */
  answer: boolean
  children: ReactNode
}

/** One state of the page that a mailed link opens: what it is about, and what can be done. */
export function LinkStep({ kind, heading, answer, children }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    if (answer) title.current?.focus()
  }, [answer])
  const Icon = icons[kind]
  return (
    <div className={classes.page}>
      <Panel className={classes.card} aria-labelledby={id}>
        <Icon size={48} stroke={1.5} className={classes.icon} data-kind={kind} aria-hidden />
        <Title ref={title} id={id} order={1} size="h2" tabIndex={-1} className={classes.heading}>
          {heading}
        </Title>
        {children}
      </Panel>
    </div>
  )
}
