import { IconCalendarPlus } from '@tabler/icons-react'
import { markedLink } from '../ui/layout.tsx'
import card from './ItemCard.module.css'

interface AddToCalendarProps {
  /** Where the calendar file is; null where there is none. */
  href: string | null
  /** What is added, for a screen reader: 'Cage 2, Tue, Nov 24, 4:00 PM'. */
  of: string
  /** By default that of the links at the foot of a card. */
  className?: string | undefined
}

/** Adds something booked to the calendar of the device, by a file that any calendar program opens. */
export function AddToCalendar({ href, of, className = `${markedLink} ${card.link}` }: AddToCalendarProps) {
  if (!href) return null
  return (
    <a href={href} className={className} aria-label={`Add to Calendar: ${of}`}>
      <IconCalendarPlus size={20} aria-hidden />
      Add to Calendar
    </a>
  )
}
