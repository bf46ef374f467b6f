import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TrainingClass } from '../../../shared/contract/classes.ts'
import { classesQuery } from '../../api/queries/classes.ts'
import { CardList, CardListContent, CardListProblem, NoCards, PendingCards } from '../../ui/CardList.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { ClassCard } from './ClassCard.tsx'
import classes from './ClassesPage.module.css'

/** The classes that one can join (spec 2 §2). */
export function ClassesPage() {
  const { data, error, refetch } = useQuery(classesQuery)
  return (
    <>
      <PageBanner title="Classes" tagline="Small groups, every week: book the sessions that suit you" />
      <CardListContent className={classes.content ?? ''}>
        {data && <ClassList list={data} />}
        {!data && error && (
          <CardListProblem
            message={`Failed to load classes: ${error.message}`}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <PendingCards label="Loading classes…" count={3} skeleton={classes.skeleton} />}
      </CardListContent>
    </>
  )
}

function ClassList({ list }: { list: readonly TrainingClass[] }) {
  if (list.length === 0) {
    return (
      <NoCards message="No classes available.">
        <Link to="/coaches">Book a private lesson instead</Link>
      </NoCards>
    )
  }
  return (
    <CardList>
      {list.map((one) => (
        <ClassCard key={one.id} trainingClass={one} />
      ))}
    </CardList>
  )
}
