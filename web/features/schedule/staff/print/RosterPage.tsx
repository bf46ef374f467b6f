import { Checkbox } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckInRoster, RosterKind } from '../../../../../shared/contract/programs/rosters.ts'
import { call } from '../../../../api/call.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { queryKeys } from '../../../../api/queryKeys.ts'
import { ExportButton } from '../../../../components/staff/ExportButton.tsx'
import { usePageTitle } from '../../../../components/usePageTitle.ts'
import { Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { PrintButton } from '../../../../ui/staff/PrintButton.tsx'
import { EmptyList, StaffPage } from '../../../../ui/staff/StaffPage.tsx'
import { ScheduleSkeleton } from '../ScheduleSkeleton.tsx'
import { CheckInSheet, type SheetPart } from './CheckInSheet.tsx'
import classes from './sheet.module.css'

interface RosterPageProps {
  kind: RosterKind
  id: string
}

const parts: Readonly<Record<SheetPart, string>> = {
  contacts: 'Emergency contacts',
  pickup: 'Who may pick up',
  notes: 'Medical notes in full',
  owed: 'What is owed',
}

/**
 * The roster of a camp or class session, with emergency contacts. Each reading is in the audit log, so it is read when the page
 * is opened or refreshed, and at no other time; nothing of it is kept when the page is left.
 */
const rosterQuery = (kind: RosterKind, id: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'roster', kind, id],
    queryFn: ({ signal }) => call('GET /api/admin/rosters/:kind/:id', { kind, id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The roster of a camp or class session, as it comes out of the printer. */
export function RosterPage({ kind, id }: RosterPageProps) {
  const facility = useQuery(facilityQuery).data
  const roster = useQuery(rosterQuery(kind, id))
  usePageTitle(roster.data && `Roster: ${roster.data.name}`)
  // On paper that lies at the check-in a note is only marked, unless someone asks for it.
  const [shown, setShown] = useState<ReadonlySet<SheetPart>>(new Set(['contacts', 'pickup', 'owed']))
  const show = (part: SheetPart, isShown: boolean) =>
    setShown(new Set(isShown ? [...shown, part] : [...shown].filter((one) => one !== part)))
  return (
    <StaffPage
      title="Roster"
      refresh={{ onRefresh: () => void roster.refetch(), isFetching: roster.isFetching }}
      action={<PrintButton />}
    >
      <div className={classes.controls}>
        {Object.entries(parts).map(([part, label]) => (
          <Checkbox
            key={part}
            label={label}
            checked={shown.has(part as SheetPart)}
            onChange={({ currentTarget }) => show(part as SheetPart, currentTarget.checked)}
          />
        ))}
        <ExportButton file={`/api/admin/rosters/${kind}/${id}/roster.csv`} query={{}} what="the roster" />
        <Text tone="dim" size="sm" className={classes.note}>
          Opening this page or its file is recorded in the audit log for everyone on the list. Keep the
          printout with you, and shred it afterwards.
        </Text>
      </div>
      {roster.error && (
        <ErrorAlert
          error={roster.error}
          text={`Failed to load the roster: ${roster.error.message}`}
          onRetry={() => void roster.refetch()}
        />
      )}
      {roster.data && facility ? (
        <Sheet roster={roster.data} facility={facility.name} zone={facility.time_zone} shown={shown} />
      ) : (
        !roster.error && <ScheduleSkeleton />
      )}
    </StaffPage>
  )
}

interface SheetProps {
  roster: CheckInRoster
  facility: string
  zone: string
  shown: ReadonlySet<SheetPart>
}

const Sheet = (props: SheetProps) =>
  props.roster.seats.length === 0 ? (
    <EmptyList
      title="Nobody is registered yet"
      text={`The roster of ${props.roster.name} fills with the registrations.`}
    />
  ) : (
    <CheckInSheet {...props} />
  )
