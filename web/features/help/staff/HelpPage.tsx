import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useSession } from '../../../api/session.ts'
import { phoneHref } from '../../../components/phone.ts'
import { Grid, Row, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { scheduleKeys } from '../../schedule/staff/scheduleKeys.ts'
import { type Guide, guidesOf, loadGuide } from './guides.ts'
import classes from './HelpPage.module.css'

export interface HelpPageProps {
  /** The page of the guide that is open. */
  guide: string | undefined
  /** Where this page is: staff of the desk and coaches have frames of their own. */
  path: '/admin/help' | '/coach-help'
}

/** The guide of one's role, the keys, and whom to ask. Everything is read without the internet. */
export default function HelpPage({ guide, path }: HelpPageProps) {
  const session = useSession()
  const role = session.status === 'signed-in' ? session.profile.role : 'user'
  const guides = guidesOf(role)
  const open = guides.find(({ key }) => key === guide)
  if (open) return <GuidePage key={open.key} guide={open.key} title={open.title} path={path} />
  return (
    <Grid gap="lg" className={classes.page}>
      <h1 className={classes.title}>Help</h1>
      <Grid as="ul" className={classes.guides}>
        {guides.map(({ key, title, text, Icon }) => (
          <li key={key} className={classes.card}>
            <Icon size={28} aria-hidden />
            <Link to={path} search={{ guide: key }} className={classes.cardLink}>
              {title}
            </Link>
            <p>{text}</p>
          </li>
        ))}
      </Grid>
      {path === '/admin/help' && <Keys />}
      <Contact isAdmin={role === 'admin'} />
    </Grid>
  )
}

function GuidePage({ guide, title, path }: { guide: Guide; title: string; path: HelpPageProps['path'] }) {
  const page = useQuery({
    queryKey: ['guide', guide],
    queryFn: () => loadGuide(guide),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Grid gap="lg" className={classes.page}>
      <Row as="nav" gap={8} nowrap aria-label="Where this page is" className={classes.trail}>
        <Link to={path} search={{ guide: undefined }}>
          Help
        </Link>
        <span aria-hidden>/</span>
        <span aria-current="page">{title}</span>
      </Row>
      {page.error && <ErrorAlert error={page.error} onRetry={() => void page.refetch()} />}
      {page.isPending && <Skeleton height="32rem" role="status" aria-label="Loading the guide…" />}
      {page.data && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made from docs/guide when the app is built, not from input
        <article className={classes.guide} dangerouslySetInnerHTML={{ __html: page.data }} />
      )}
    </Grid>
  )
}

const keyNames: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' }

function Keys() {
  return (
    <section className={classes.part} aria-labelledby="help-keys">
      <h2 id="help-keys">Keyboard Shortcuts</h2>
      <Grid as="dl" className={classes.keys}>
        <div>
          <dt>
            <kbd>Ctrl K</kbd> or <kbd>⌘ K</kbd>
          </dt>
          <dd>Search, on every page</dd>
        </div>
        {scheduleKeys.map(({ key, text }) => (
          <div key={key}>
            <dt>
              <kbd>{keyNames[key] ?? key}</kbd>
            </dt>
            <dd>{key === '?' ? 'These keys, where you can turn them off' : text}</dd>
          </div>
        ))}
      </Grid>
      <Text tone="dim">All but Search work in the schedule.</Text>
    </section>
  )
}

/** Whom to ask: the facility's own phone and email. */
function Contact({ isAdmin }: { isAdmin: boolean }) {
  const facility = useQuery(facilityQuery).data
  if (!facility) return null
  const { phone, email } = facility
  return (
    <section className={classes.part} aria-labelledby="help-contact">
      <h2 id="help-contact">Ask Someone</h2>
      {phone || email ? (
        <p>
          Something doesn’t work? Reach the people who run this facility:{' '}
          {phone && <a href={phoneHref(phone)}>{phone}</a>}
          {phone && email && ' or '}
          {email && <a href={`mailto:${email}`}>{email}</a>}.
        </p>
      ) : (
        <p>Your facility has no phone or email yet.</p>
      )}
      {isAdmin && (
        <p>
          <Link to="/admin/settings" search={{ section: 'contact' }} className={classes.alone}>
            Change the contact in Settings
          </Link>
        </p>
      )}
    </section>
  )
}
