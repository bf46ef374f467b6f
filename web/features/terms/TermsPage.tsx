import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { textFacts } from '../../../shared/domain/facility/publicTexts.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery, publicTextQuery } from '../../api/queries/facility.ts'
import { PlainText } from '../../components/PlainText.tsx'
import { Grid, Panel, Text } from '../../ui/layout.tsx'
import { PageProblem } from '../../ui/PageMessage.tsx'
import classes from './TermsPage.module.css'

/** `/terms` (spec 1 §2.8): what everyone who trains here agrees to, on the screen and on paper. */
export function TermsPage() {
  const facility = useQuery(facilityQuery).data
  const terms = useQuery(publicTextQuery('terms'))
  if (terms.error && !terms.data)
    return (
      <PageProblem
        title="Terms and Conditions"
        text={terms.error.message}
        onRetry={() => void terms.refetch()}
      />
    )
  if (!terms.data || !facility) return <Skeleton height={600} role="status" aria-label="Loading the terms" />
  const { published_at } = terms.data
  const day = published_at.includes('T') ? facilityDay(published_at, facility.time_zone) : published_at
  const sections = terms.data.sections.map((section, index) => ({
    ...section,
    id: `section-${index + 1}`,
  }))
  const titled = sections.filter(({ title }) => title !== '')
  return (
    <Grid as="article" gap="lg" className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>Terms and Conditions</Title>
        <Text tone="dim" above="xs">
          {facility.name && (
            <>
              {facility.name} <span aria-hidden>·</span>{' '}
            </>
          )}
          Last updated <time dateTime={day}>{formatDay(day, 'dated')}</time>
        </Text>
        <Text size="xl" above="md" className={classes.lead}>
          {acceptedBy(textFacts(facility).name)}
        </Text>
      </header>
      <Panel as="nav" padded className={classes.contents} aria-labelledby="terms-contents">
        <h2 id="terms-contents" className={classes.contentsTitle}>
          On This Page
        </h2>
        <ol>
          {titled.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
        <button type="button" className={classes.print} onClick={() => window.print()}>
          Print these terms
        </button>
      </Panel>
      <div className={classes.sections}>
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={title ? `${id}-title` : undefined}>
            {title && (
              <Title order={2} size="h3" id={`${id}-title`}>
                {titled.findIndex((other) => other.id === id) + 1}. {title}
              </Title>
            )}
            <PlainText blocks={blocks} />
          </section>
        ))}
      </div>
    </Grid>
  )
}

/** Who is bound by the terms, and how they agree. */
const acceptedBy = (name: string): string =>
  `These terms apply to everyone who enters, trains at or books with ${name}. Read them before you tick the box when ` +
  'you create an account, book, or step into a cage: each of these means that you agree. If you are under 18, a ' +
  'parent or legal guardian must read them and agree for you.'
