import type { ReactNode } from 'react'
import { Stack, Text } from '../../ui/layout.tsx'
import classes from './KnownPeople.module.css'

interface KnownPeopleProps {
  /** 'alert' where the form was refused for it, 'status' while someone types. */
  role: 'alert' | 'status'
  question: string
  /** A button for each answer. */
  children: ReactNode
}

/** Asks whether a booking for a new person is for someone who has the same phone number. */
export function KnownPeople({ role, question, children }: KnownPeopleProps) {
  return (
    <Stack as="section" gap="xs" className={classes.known} role={role} aria-label="Known phone number">
      <Text strong>{question}</Text>
      {children}
    </Stack>
  )
}
