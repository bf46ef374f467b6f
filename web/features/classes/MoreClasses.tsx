import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedClass } from '../../../shared/contract/programs/classes.ts'
import { centsFromDollars, formatRate } from '../../../shared/domain/money/money.ts'
import { formatDay, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { classesQuery } from '../../api/queries/classes.ts'
import { OfferTile, OfferTiles } from '../../components/OfferTiles.tsx'
import { textLink } from '../../ui/layout.tsx'
import { CoachPortrait } from '../coaches/CoachPortrait.tsx'

/** The three classes with the next free sessions, besides the one whose page it is. */
export function MoreClasses({ besides }: { besides: string }) {
  const others = soonestClasses(useQuery(classesQuery).data ?? []).filter(({ id }) => id !== besides)
  if (others.length === 0) return null
  return (
    <OfferTiles
      id="more-classes"
      title="More Classes"
      links={
        <Link to="/classes" className={textLink}>
          All classes
        </Link>
      }
    >
      {others.slice(0, 3).map((one) => (
        <ClassTile
          key={one.id}
          trainingClass={one}
          about={one.age_group ?? ''}
          day={formatDay(one.next.class_date)}
        />
      ))}
    </OfferTiles>
  )
}

type OpenClass = ListedClass & { next: NonNullable<ListedClass['next_session']> }

/** The classes with a free session, the soonest first. */
export const soonestClasses = (list: readonly ListedClass[]): OpenClass[] =>
  list
    .flatMap((one) => (one.next_session ? { ...one, next: one.next_session } : []))
    .sort((a, b) => startOf(a).localeCompare(startOf(b)))

const startOf = ({ next }: OpenClass) => next.class_date + next.start_time

/** @param day of its next free session, in words. */
export function ClassTile(props: { trainingClass: OpenClass; about: string; day: string }) {
  const { id, name, price, next, coach_profile: coach } = props.trainingClass
  return (
    <OfferTile
      about={props.about}
      name={name}
      page={{ to: '/classes/$classId', params: { classId: id } }}
      when={`${props.day}, ${formatWallTimeRange(next)}`}
      spots={next.spots_left}
      price={price === 0 ? 'Free' : formatRate(centsFromDollars(price))}
      picture={(className) => (
        <CoachPortrait
          coach={{ name: coach?.full_name ?? name, profile_image_url: coach?.profile_image_url ?? null }}
          sizes="(width < 48em) 6rem, 18rem"
          className={className}
        />
      )}
    />
  )
}
