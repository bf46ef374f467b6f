import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { missingTitles, pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { isRefusal } from '../../api/apiError.ts'
import { campQuery } from '../../api/queries/camps.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import detailPage from '../../ui/detailPage.module.css'
import { Grid } from '../../ui/layout.tsx'
import { PageMessage, PageProblem } from '../../ui/PageMessage.tsx'
import { Later, laterPart } from '../../ui/preloadable.tsx'
import { CampDescription, CampHead } from './CampDescription.tsx'
import classes from './CampPage.module.css'
import { CampPicture } from './CampPicture.tsx'
import { campPrice, stateHeadings } from './campRules.ts'
import { MoreCamps } from './MoreCamps.tsx'

export const registerPanel = laterPart(() => import('./RegisterPanel.tsx'))

/** One camp: what it is, when, with whom, and registering for it (spec 2 §2). */
export function CampPage({ campId }: { campId: string }) {
  const camp = useQuery(campQuery(campId))
  const facility = useQuery(facilityQuery)
  const error = camp.error ?? facility.error
  usePageTitle(camp.data?.name ?? (camp.error ? titleOfProblem(camp.error) : undefined))
  if (camp.data && facility.data) {
    return (
      <article className={`${detailPage.page} ${classes.page}`}>
        <CampHead camp={camp.data} city={facility.data.city} />
        {camp.data.registration_open && (
          <a href="#register" className={classes.jump}>
            {stateHeadings.open} · {campPrice(camp.data.price)}
          </a>
        )}
        <aside className={classes.side} aria-label="Registration">
          <Later part={registerPanel} />
        </aside>
        <CampPicture camp={camp.data} sizes="(width >= 75em) 72rem, 100vw" className={classes.picture} />
        <CampDescription camp={camp.data} />
        <MoreCamps besides={camp.data.id} />
      </article>
    )
  }
  if (!error) return <Pending />
  if (isMissing(camp.error)) return <MissingCamp />
  return (
    <PageProblem
      title={COULD_NOT_LOAD}
      text={error.message}
      onRetry={() => {
        if (camp.error) void camp.refetch()
        if (facility.error) void facility.refetch()
      }}
    />
  )
}

const COULD_NOT_LOAD = 'Could not load camp details.'

const MissingCamp = () => (
  <PageMessage title={COULD_NOT_LOAD} text="This camp does not exist, or it is no longer shown." alert>
    <Link to="/camps">See all camps</Link>
  </PageMessage>
)

const titleOfProblem = (error: unknown) => (isMissing(error) ? missingTitles : pageTitles)['/camps']

/** An id of the wrong form is refused as invalid input: there is no such camp either. */
const isMissing = (error: unknown) => isRefusal(error, 'camp_not_found') || isRefusal(error, 'invalid_input')

function Pending() {
  return (
    <div className={`${detailPage.page} ${classes.page}`} aria-busy="true">
      <VisuallyHidden component="output">Loading camp details…</VisuallyHidden>
      <Grid shrinks className={classes.head}>
        <Skeleton height="4rem" width="70%" />
        <Skeleton height="14rem" mt="md" />
      </Grid>
      <Skeleton height="22rem" radius="lg" className={classes.side} />
      <Skeleton height="14rem" />
    </div>
  )
}
