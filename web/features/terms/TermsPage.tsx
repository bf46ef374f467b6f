import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../../api/queries/facility.ts'
import classes from './TermsPage.module.css'
import { acceptedBy, termsSections, termsUpdated } from './termsTexts.tsx'

/** `/terms` (spec 1 §2.8): what everyone who trains here agrees to, on the screen and on paper. */
export function TermsPage() {
  const facility = useQuery(facilityQuery).data
  const name = facility?.name || 'the facility'
  const city = (facility ? facility.city : 'Beaumont') || 'our city'
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>Terms and Conditions</Title>
        <p className={classes.updated}>
          {facility?.name && (
            <>
              {facility.name} <span aria-hidden>·</span>{' '}
            </>
          )}
          Last updated <time dateTime={termsUpdated.day}>{termsUpdated.text}</time>
        </p>
        <p className={classes.lead}>{acceptedBy(name)}</p>
      </header>
      <nav className={classes.contents} aria-labelledby="terms-contents">
        <h2 id="terms-contents" className={classes.contentsTitle}>
          On this page
        </h2>
        <ol>
          {termsSections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
        <button type="button" className={classes.print} onClick={() => window.print()}>
          Print these terms
        </button>
      </nav>
      <div className={classes.sections}>
        {termsSections.map(({ id, title, Text }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <Title order={2} size="h3" id={`${id}-title`}>
              {index + 1}. {title}
            </Title>
            <Text name={name} city={city} facility={facility} />
          </section>
        ))}
      </div>
    </article>
  )
}
