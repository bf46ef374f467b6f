import { createFileRoute, notFound } from '@tanstack/react-router'
import { RosterPage } from '../../features/schedule/staff/print/RosterPage.tsx'

/** The roster of a camp or of a class session, to print. */
export const Route = createFileRoute('/admin/rosters/$kind/$id')({
  codeSplitGroupings: [['component']],
  params: {
    // The contract's schema would be part of every page's first load.
    parse: ({ kind, id }) => {
      if (kind !== 'camp' && kind !== 'class') throw notFound()
      return { kind, id } as const
    },
    stringify: (params) => params,
  },
  component: Roster,
})

function Roster() {
  const { kind, id } = Route.useParams()
  return <RosterPage kind={kind} id={id} />
}
