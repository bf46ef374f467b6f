import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TrainingClass } from '../../../shared/contract/classes.ts'
import { classesQuery } from '../../api/queries/classes.ts'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { ClassCard } from './ClassCard.tsx'
import classes from './ClassesPage.module.css'

/** The classes that one can join (spec 2 §2). */
export function ClassesPage() {
  const { data, error, refetch } = useQuery(classesQuery)
  return (
    <>
      <PageBanner title="Classes" tagline="Small groups, every week: book the sessions that suit you" />
      <div className={classes.content}>
        {data && <ClassList list={data} />}
        {!data && error && (
          <div role="alert" className={classes.problem}>
            <p className={classes.message}>Failed to load classes: {error.message}</p>
            <Button color="stitch.6" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
        {!data && !error && <Pending />}
      </div>
    </>
  )
}

function ClassList({ list }: { list: readonly TrainingClass[] }) {
  if (list.length === 0) return <NoClasses />
  return (
    <ul className={classes.list}>
      {list.map((one) => (
        <ClassCard key={one.id} trainingClass={one} />
      ))}
    </ul>
  )
}

function NoClasses() {
  return (
    <section className={classes.empty}>
      <p className={classes.message}>No classes available.</p>
      <Link to="/coaches" className={classes.link}>
        Book a private lesson instead
      </Link>
    </section>
  )
}

function Pending() {
  return (
    <div aria-busy="true">
      <VisuallyHidden component="output">Loading classes…</VisuallyHidden>
      <div className={classes.list} aria-hidden>
        {['first', 'second', 'third'].map((card) => (
          <Skeleton key={card} radius="lg" className={classes.skeleton} />
        ))}
      </div>
    </div>
  )
}
