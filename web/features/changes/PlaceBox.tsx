import { Heading, Text } from '../../ui/layout.tsx'
import type { Place } from './booked.ts'
import classes from './changes.module.css'

interface PlaceBoxProps extends Place {
  /** 'Now' or 'Then', where there are two. */
  label?: string
  /** What is given up. */
  old?: boolean
}

/** A place and time, as the dialogs of a change show it. */
export function PlaceBox({ title, when, label, old = false }: PlaceBoxProps) {
  return (
    <div className={old ? classes.old : classes.what}>
      {label && (
        <Text tone="dim" size="sm" strong>
          {label}
        </Text>
      )}
      <Heading as="p">{title}</Heading>
      <Text>{when}</Text>
    </div>
  )
}
