import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Camp } from '../../../shared/contract/programs/camps.ts'
import { campDays } from '../../../shared/domain/programs/camps.ts'
import { campsQuery } from '../../api/queries/camps.ts'
import { Facts } from '../../components/Facts.tsx'
import { OfferTile, OfferTiles } from '../../components/OfferTiles.tsx'
import { textLink } from '../../ui/layout.tsx'
import { CampPicture } from './CampPicture.tsx'
import { campPrice, forWhom } from './campRules.ts'

/** The next three camps that can be registered for, besides the one whose page it is. */
export function MoreCamps({ besides }: { besides: string }) {
  const others = openCamps(useQuery(campsQuery).data ?? []).filter(({ id }) => id !== besides)
  if (others.length === 0) return null
  return (
    <OfferTiles
      id="more-camps"
      title="More Camps"
      links={
        <Link to="/camps" className={textLink}>
          All camps
        </Link>
      }
    >
      {others.slice(0, 3).map((camp) => (
        <CampTile key={camp.id} camp={camp} about={forWhom(camp)} />
      ))}
    </OfferTiles>
  )
}

/** The camps that can be registered for, the soonest first as the server lists them. */
export const openCamps = (list: readonly Camp[]): Camp[] =>
  list.filter(({ registration_open }) => registration_open)

export const CampTile = ({ camp, about }: { camp: Camp; about: string }) => (
  <OfferTile
    about={<Facts>{about}</Facts>}
    name={camp.name}
    page={{ to: '/camps/$campId', params: { campId: camp.id } }}
    when={campDays(camp)}
    spots={camp.spots_left}
    price={campPrice(camp.price).replace(/\.00$/, '')}
    picture={(className) => (
      <CampPicture camp={camp} sizes="(width < 48em) 6rem, 18rem" className={className} />
    )}
  />
)
