import { Button, Skeleton } from '@mantine/core'
import {
  IconBallBaseball,
  IconCheck,
  IconClock,
  IconCreditCard,
  IconDatabaseExport,
  IconEye,
  IconFileText,
  IconHome,
  IconId,
  IconMail,
  IconReceiptTax,
  IconSchool,
  IconShieldLock,
  IconTag,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import type { Opening, OpeningStep } from '../../../../../shared/contract/facility/opening.ts'
import { type OpeningStepKey, openingSteps } from '../../../../../shared/domain/facility/openingSteps.ts'
import { addDays, facilityDay } from '../../../../../shared/domain/time/time.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { openingQuery } from '../../../../api/queries/opening.ts'
import { touches } from '../../../../api/touches.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { Grid, Heading, Row, Stack, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../../ui/toast.ts'
import classes from './Opening.module.css'

interface Way {
  readonly icon: TablerIcon
  /** What the button says while the step is not done; nothing where Dugout has no page for it. */
  readonly label?: string
  readonly link?: Pick<LinkProps, 'to' | 'search' | 'hash'>
}

const setup = (step: string): Pick<LinkProps, 'to' | 'search'> => ({ to: '/admin/setup', search: { step } })
const settings = (section: string, text?: string): Pick<LinkProps, 'to' | 'search'> => ({
  to: '/admin/settings',
  search: { section, text },
})

const ways: Readonly<Record<OpeningStepKey, Way>> = {
  place: { icon: IconHome, label: 'Enter', link: setup('place') },
  hours: { icon: IconClock, label: 'Enter', link: setup('hours') },
  cages: { icon: IconTag, label: 'Enter', link: setup('cages') },
  mail: { icon: IconMail, label: 'Connect', link: settings('mail') },
  second_factor: {
    icon: IconShieldLock,
    label: 'Turn On',
    link: { to: '/second-factor', search: { redirect: '/admin/dashboard' } },
  },
  terms: { icon: IconFileText, label: 'Read', link: settings('texts', 'terms') },
  test_booking: { icon: IconBallBaseball, label: 'Try It', link: { to: '/book-cage' } },
  cards: { icon: IconCreditCard, label: 'Connect', link: settings('cards') },
  tax: { icon: IconReceiptTax, label: 'Enter', link: settings('tax') },
  coach: { icon: IconId, label: 'Add', link: { to: '/admin/coaches' } },
  program: { icon: IconSchool, label: 'Add', link: { to: '/admin/classes' } },
  backup: { icon: IconDatabaseExport },
  address: { icon: IconWorld },
}

/** What an owner does before the doors open, and the button that opens them (decision 46). */
export default function OpeningList() {
  const { data, error, refetch } = useQuery(openingQuery)
  if (data) return <List opening={data} />
  if (error)
    return (
      <ErrorAlert
        error={error}
        text={`The list could not be loaded. ${error.message}`}
        onRetry={() => void refetch()}
      />
    )
  return <Skeleton height={420} radius="lg" role="status" aria-label="Loading the list" />
}

function List({ opening }: { opening: Opening }) {
  const heading = useId()
  // The doors were never open.
  const isFirst = opening.opened_at === null
  const { steps } = opening
  const done = steps.filter((step) => step.done)
  const left = steps.filter((step) => !step.done)
  const needed = left.filter((step) => step.needed)
  const later = left.filter((step) => !step.needed)
  const minutes = needed.reduce((sum, { key }) => sum + openingSteps[key].minutes, 0)
  // The bar shows what is done, then what is needed, then what can wait.
  const segments = [...done.map(() => 'done'), ...needed.map(() => 'needed'), ...later.map(() => 'later')]
  return (
    <div className={classes.room}>
      <Grid className={classes.columns}>
        <section className={classes.list} aria-labelledby={heading}>
          <header className={classes.head}>
            <Heading size="3xl" id={heading}>
              {isFirst ? 'Before You Open' : 'What Is Left to Do'}
            </Heading>
            <p className={classes.count}>
              <strong>
                {done.length} of {steps.length}
              </strong>{' '}
              done
              {needed.length > 0 &&
                (isFirst
                  ? ` · ${needed.length} needed, about ${minutes} min`
                  : ` · about ${minutes} min left`)}
            </p>
            <Row gap={4} nowrap align="stretch" above={8} className={classes.bar} aria-hidden>
              {segments.map((state, index) => (
                <span key={`${state} ${steps[index]?.key}`} data-state={state} />
              ))}
            </Row>
          </header>
          {done.length > 0 && <Rows label="Done" steps={done} />}
          {needed.length > 0 && (
            <Rows
              label={isFirst ? 'Needed to Open' : 'Still to Do'}
              steps={needed}
              first={needed[0]?.key}
              isTitled
            />
          )}
          {later.length > 0 && <Rows label="When you are ready" steps={later} isTitled />}
        </section>
        <Doors opening={opening} needed={needed} />
      </Grid>
    </div>
  )
}

interface RowsProps {
  label: string
  steps: readonly OpeningStep[]
  /** The step that stands out: the next one. */
  first?: OpeningStepKey | undefined
  isTitled?: boolean
}

function Rows({ label, steps, first, isTitled = false }: RowsProps) {
  const zone = useQuery(facilityQuery).data?.time_zone
  // Far enough away that a customer may still cancel.
  const nextWeek = zone === undefined ? {} : { date: addDays(facilityDay(new Date(), zone), 7) }
  return (
    <>
      {isTitled && <h3 className={classes.group}>{label}</h3>}
      <ul className={classes.rows} aria-label={label}>
        {steps.map(({ key, done, fact }) => {
          const { title, about, minutes } = openingSteps[key]
          const { icon: Icon, label: action, ...way } = ways[key]
          const link = way.link && (key === 'test_booking' ? { ...way.link, search: nextWeek } : way.link)
          return (
            <li key={key} data-done={done || undefined} data-first={key === first || undefined}>
              <span className={classes.icon} aria-hidden>
                {done ? <IconCheck size={16} /> : <Icon size={20} />}
              </span>
              <span className={classes.what}>
                <strong>{title}</strong>
                {(fact || !done) && <span>{fact || about}</span>}
              </span>
              {!done && (
                <Text as="span" tone="dim" size="xs" nowrap className={classes.minutes}>
                  {minutes} min
                </Text>
              )}
              {link && (
                <Button
                  renderRoot={(props) => <Link {...link} {...props} />}
                  className={classes.action}
                  aria-label={`${done ? 'Edit' : action}: ${title}`}
                  variant={done ? 'subtle' : key === first ? 'filled' : 'default'}
                  {...(key === first && { color: 'stitch.6' })}
                >
                  {done ? 'Edit' : action}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** What people see now, and the button that changes it. */
function Doors({ opening, needed }: { opening: Opening; needed: readonly OpeningStep[] }) {
  const open = useCall('POST /api/opening/open', { touches: touches.opening })
  const dismiss = useCall('POST /api/opening/list', { touches: touches.opening })
  const isShut = opening.opened_at === null || opening.closed_at !== null
  const missing = needed.map(({ key }) => openingSteps[key].title.toLowerCase())
  const canOpen = opening.opened_at !== null || needed.length === 0
  async function press() {
    const outcome = await open.attempt({})
    if (outcome && 'answer' in outcome) toast.success('Your doors are open: people can book now.')
  }
  return (
    <aside className={classes.doors} aria-label="What people see now">
      <Heading as="div" size="3xl" className={classes.hero} aria-hidden>
        {opening.closed_at !== null ? 'CLOSED FOR NOW' : isShut ? 'OPENING SOON' : 'NOW OPEN'}
      </Heading>
      <Stack gap="sm" className={classes.doorsText}>
        <h3>What People See Now</h3>
        <p>
          {opening.closed_at !== null
            ? `“${opening.closed_reason}” Nothing can be booked.`
            : isShut
              ? 'Your name, address and phone. Nothing can be booked yet.'
              : 'Your pages, with everything that can be booked.'}
        </p>
        <Button
          component="a"
          href="/"
          target="_blank"
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          fullWidth
        >
          {isShut ? 'Preview' : 'See Your Pages'}
        </Button>
        {isShut ? (
          <>
            <Button
              fullWidth
              color="stitch.6"
              disabled={!canOpen}
              loading={open.isPending}
              onClick={() => void press()}
            >
              Open the Doors
            </Button>
            {!canOpen && (
              <p>
                {missing.length === 1 ? 'One step is' : `${missing.length} steps are`} left:{' '}
                {missing.join(', ')}.
              </p>
            )}
          </>
        ) : (
          <Button
            fullWidth
            variant="subtle"
            loading={dismiss.isPending}
            onClick={() => void dismiss.attempt({ dismissed: !opening.dismissed })}
          >
            {opening.dismissed ? 'Show on the Dashboard' : 'Hide This List'}
          </Button>
        )}
        <AttemptError error={open.error ?? dismiss.error} button="Open the Doors" />
      </Stack>
    </aside>
  )
}
