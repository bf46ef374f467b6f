import { Button } from '@mantine/core'
import { IconArrowRight, IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CompleteSettings } from '../../../../../shared/contract/facility/facilitySettings.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import classes from './Setup.module.css'
import { setupSteps } from './setupSteps.ts'

const later = [
  { to: '/admin/coaches', title: 'Your first coach', text: 'For private lessons, with hours and a rate.' },
  { to: '/admin/classes', title: 'Your first class', text: 'Weekly sessions with spots.' },
  { to: '/admin/camps', title: 'Your first camp', text: 'Days, ages, price and a picture.' },
  {
    to: '/admin/settings',
    search: { section: 'pictures' },
    title: 'Home page pictures',
    text: 'Your own place instead of ours.',
  },
  {
    to: '/admin/settings',
    search: { section: 'membership' },
    title: 'Membership',
    text: 'Discounts, notice and the agreement.',
  },
] as const

/** What is still needed before people can book, and what can wait. */
export function NextSteps({ settings, onBack }: { settings: CompleteSettings; onBack: () => void }) {
  const { data: facility } = useQuery(facilityQuery)
  const needed = setupSteps.filter(({ key }) => key === 'place' || key === 'hours' || key === 'cages')
  const open = needed.filter(({ isDone }) => !isDone(settings))
  return (
    <div className={classes.form}>
      <h3 className={classes.group}>Needed before anyone can book</h3>
      <ul className={classes.checks}>
        {needed.map(({ key, title, isDone }) => (
          <li key={key} data-done={isDone(settings) || undefined}>
            {isDone(settings) ? (
              <IconCheck size={20} aria-hidden />
            ) : (
              <IconCircleDashed size={20} aria-hidden />
            )}
            <span>
              {title}
              <small>{isDone(settings) ? 'Done' : 'Missing'}</small>
            </span>
            <Link to="/admin/setup" search={{ step: key }}>
              {isDone(settings) ? 'Change' : 'Enter'} <span className={classes.hidden}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <h3 className={classes.group}>Can wait</h3>
      <ul className={classes.checks}>
        {later.map(({ title, text, ...link }) => (
          <li key={title}>
            <IconArrowRight size={20} aria-hidden />
            <span>
              {title}
              <small>{text}</small>
            </span>
            <Link {...link}>
              Open <span className={classes.hidden}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.hint} role="status">
        {open.length > 0 || facility?.opening_soon
          ? 'Your pages say “Opening Soon” until these three steps are done.'
          : 'Your pages are open: people can book now.'}
      </p>
      <div className={classes.foot}>
        <Button variant="default" size="md" onClick={onBack}>
          Back
        </Button>
        <Button component="a" href="/" target="_blank" size="md" color="stitch.6">
          See Your Pages
        </Button>
      </div>
    </div>
  )
}
